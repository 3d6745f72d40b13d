import assert from 'node:assert/strict'

/** Fails for over 2 % more or fewer bytes than expected: an innocent field does not, a list that doubles does. */
export function assertBytes(bytes: number, expected: number): void {
  assert.ok(Math.abs(bytes - expected) <= 0.02 * expected, `${bytes} bytes, expected ${expected}`)
}
