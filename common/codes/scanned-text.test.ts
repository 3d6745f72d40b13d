import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { fromBase45, toBase45 } from './base45.ts'
import { asPrinted } from './scanned-text.ts'

/** A code of each layout: version 1, and version 2 with a revision; its signature is not checked here. */
const code = fc.tuple(fc.constantFrom(109, 111), fc.nat()).map(([length, seed]) => {
  // A payment and a signature are as good as random.
  const made = shake(`${seed}`, length)
  made[0] = length === 109 ? 1 : 2
  made[1] = 0
  made[45] = 1
  return toBase45(made)
})

const shake = (text: string, outputLength: number) =>
  createHash('shake256', { outputLength }).update(text).digest()

for (const [name, before, after] of [
  ['a line break', '', '\r\n'],
  ['a tab', '', '\t'],
  ['the symbology of a QR code', ']Q1', ''],
  ['another symbology, in lower case', ']q3', '\r'],
  ['STX and ETX', '\u0002', '\u0003'],
  ['GS', '\u001d', '\u001d'],
  ['STX, the symbology, # and CR', '\u0002]Q1', '#\r'],
  ['a prefix of letters and digits', 'GATE7', ''],
  ['a prefix and a suffix of its own alphabet', 'A1+', 'XY'],
  ['a suffix as long as the next layout', '', '012345678'],
  ['a suffix of signs', '', '~;'],
] as const) {
  test(`a code is read without what a scanner adds: ${name}`, () => {
    fc.assert(
      fc.property(code, (text) => {
        assert.equal(asPrinted(`${before}${text}${after}`), text)
        assert.equal(asPrinted(`${before}${text}${after}`.toLowerCase()), text)
      }),
      { numRuns: 20 },
    )
  })
}

test('a code of a version that is not known stays whole', () => {
  fc.assert(
    fc.property(code, fc.integer({ min: 3, max: 15 }), (text, version) => {
      const bytes = fromBase45(text) ?? []
      const newer = toBase45(Uint8Array.from([version, ...bytes.slice(1), 1, 2, 3]))
      assert.equal(asPrinted(newer), newer)
    }),
    { numRuns: 20 },
  )
})

test('another text loses only what a scanner adds', () => {
  assert.equal(asPrinted(' 7k3m-9qxt-2a\r\n'), '7K3M-9QXT-2A')
  assert.equal(asPrinted(']Q1HTTPS://FESTIVAL.EXAMPLE/#'), 'HTTPS://FESTIVAL.EXAMPLE/')
  assert.equal(asPrinted('x'.repeat(8_000)), 'X'.repeat(8_000))
})
