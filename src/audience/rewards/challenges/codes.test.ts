import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { essenceOf, hashOfCode, newCode } from './codes.ts'

test('a new code is four groups of four unambiguous characters, and never the same', () => {
  const codes = Array.from({ length: 500 }, newCode)
  for (const code of codes) assert.match(code, /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
  assert.equal(new Set(codes).size, 500)
  assert.equal(new Set(codes.join('').replaceAll('-', '')).size, 32)
})

for (const [typed, code] of [
  ['sunrise swim 2030', 'SUNRISE-SWIM-2030'],
  ['  Sunrise–Swim\u00a02030 ', 'sunriseswim2030'],
  ['7kq2m9xto3bdvhfe', '7KQ2-M9XT-03BD-VHFE'],
  ['7KI2-M9XT-L3BD-VHFE', '7K12-M9XT-13BD-VHFE'],
  ['TA\u030aRN-GLITTER', 'tårnglitter'],
] as const) {
  test(`${JSON.stringify(typed)} is ${code}`, () => {
    assert.deepEqual(hashOfCode(typed), hashOfCode(code))
  })
}

test('codes that differ in a letter are different', () => {
  assert.notEqual(essenceOf('SUNRISE-SWIM-2030'), essenceOf('SUNRISE-SWIM-2031'))
})

test('a code may be typed in any case and any grouping', () => {
  const grouped = fc.array(fc.constantFrom('', ' ', '-', ' - '), { minLength: 16, maxLength: 16 })
  fc.assert(
    fc.property(grouped, fc.boolean(), (gaps, isLower) => {
      const code = newCode()
      const typed = [...code.replaceAll('-', '')].map((letter, at) => letter + gaps[at]).join('')
      assert.equal(essenceOf(isLower ? typed.toLowerCase() : typed), essenceOf(code))
    }),
  )
})
