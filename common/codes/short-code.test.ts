import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readShortCode, shownShortCode, toShortCode } from './short-code.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const shortCode = fc.uint8Array({ minLength: 9, maxLength: 9 }).map(toShortCode)

test('a code is ten characters of the alphabet, and is read as it was made', () => {
  fc.assert(
    fc.property(shortCode, (code) => {
      assert.match(code, /^[0-9A-HJKMNP-TV-Z]{10}$/)
      assert.equal(readShortCode(code), code)
      assert.match(shownShortCode(code), /^\w{4}-\w{4}-\w{2}$/)
      assert.equal(readShortCode(shownShortCode(code)), code)
    }),
  )
})

test('each of the 32 values of each byte makes another code', () => {
  const codes = Array.from({ length: 32 }, (_, value) => toShortCode(new Uint8Array(9).fill(value)))
  assert.equal(new Set(codes).size, 32)
})

// Requirement (rules): contract §7.9 Codes: the check of short codes
test('every single wrong character is found', () => {
  fc.assert(
    fc.property(shortCode, (code) => {
      for (const place of code.split('').keys()) {
        for (const other of alphabet.replace(code[place] ?? '', '')) {
          assert.equal(
            readShortCode(code.slice(0, place) + other + code.slice(place + 1)),
            undefined,
          )
        }
      }
    }),
  )
})

// Requirement (rules): contract §7.9 Codes: the check of short codes
test('every swap of two neighbours is found', () => {
  fc.assert(
    fc.property(shortCode, (code) => {
      for (let place = 0; place < code.length - 1; place++) {
        const [one = '', other = ''] = code.slice(place, place + 2)
        if (one === other) continue
        const swapped = code.slice(0, place) + other + one + code.slice(place + 2)
        assert.equal(readShortCode(swapped), undefined, `${code} ${swapped}`)
      }
    }),
  )
})

test('it is read in any case, with dashes and blanks, and with the letters that look like digits', () => {
  fc.assert(
    fc.property(shortCode, (code) => {
      const misread = code.replaceAll('1', 'l').replaceAll('0', 'o').toLowerCase()
      assert.equal(readShortCode(` ${shownShortCode(misread)}\n`), code)
      assert.equal(readShortCode(code.replaceAll('1', 'i').split('').join(' ')), code)
    }),
  )
})

for (const text of [
  '',
  '7K3M',
  'U000000000',
  '0000000001',
  '00000000000',
  '000000000',
  '000000000é',
]) {
  test(`${JSON.stringify(text)} is no short code`, () => {
    assert.equal(readShortCode(text), undefined)
  })
}
