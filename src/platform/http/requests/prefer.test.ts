import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuOf, isWithin } from '../../../../test/cpu.ts'
import { isStrict } from './prefer.ts'

for (const [prefer, expected] of [
  [undefined, false],
  ['', false],
  ['handling=strict', true],
  ['Handling=STRICT', true],
  ['handling = "strict"', true],
  ['handling="str\\ict"', true],
  ['respond-async, wait=10, handling=strict', true],
  [', ,handling=strict', true],
  ['handling=strict; a; b=c; d="e, f"', true],
  ['return=minimal; a="handling=lenient, \\"", handling=strict', true],
  ['handling=lenient', false],
  ['handling=lenient, handling=strict', false],
  ['handling=strict, handling=lenient', true],
  ['handling', false],
  ['strict', false],
  ['a="b, handling=strict"', false],
  ['a; handling=strict', false],
  ['a="never closed, handling=strict', false],
  ['handling=strict strict', false],
] as const) {
  // Requirement (rules): contract §1 Prefer, as RFC 7240 writes it
  test(`Prefer: ${prefer} is ${expected ? 'strict' : 'lenient'}`, () => {
    assert.equal(isStrict(prefer), expected)
  })
}

test('no header of the greatest length holds up the others', async () => {
  const fill = (part: string) => part.repeat(8_192 / part.length)
  for (const part of [';a=  ', '"\\', ' ', ',', 'a,', ';', ';b="x"', '=', 'a= ;']) {
    for (const prefer of [fill(part), `a${fill(part)}`, `a${fill(part)}"`, `a="${fill(part)}`]) {
      const ms = await cpuOf(() => isStrict(prefer))
      assert.ok(isWithin(100, ms), `${prefer.slice(0, 20)} took ${ms} ms of the processor`)
    }
  }
})
