import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codesOf } from './ticket-codes.ts'

const ticket = (qr_code: string) => ({ payment_id: qr_code, qr_code })
const pictureOf = async (code: string) => (await codesOf([ticket(code)])).get(code)

test('a code that is shown again is not drawn again; another has a picture of its own', async () => {
  const [first, other] = [await pictureOf('FIRST'), await pictureOf('OTHER')]
  assert.equal(await pictureOf('FIRST'), first)
  assert.notEqual(other?.path, first?.path)
})

test('of so many codes the pictures that were drawn first are forgotten', async () => {
  const first = await pictureOf('EARLY')
  await codesOf(Array.from({ length: 2_000 }, (_, nth) => ticket(`CODE ${nth}`)))
  const again = await pictureOf('EARLY')
  assert.notEqual(again, first)
  assert.deepEqual(again, first)
})
