import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encrypted } from './encrypt.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

/** RFC 8291, section 5. */
const example = {
  to: {
    public_key: bytes(
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    ),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  },
  chance: {
    salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
    privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  },
  message:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

// Requirement (rules): contract §6.6 Web Push: encrypted (RFC 8291)
test('the example of RFC 8291 is encrypted byte by byte', () => {
  const text = 'When I grow up, I want to be a watermelon'
  const message = encrypted(text, example.to, example.chance)
  assert.equal(message.toString('base64url'), example.message)
})

test('a public key that is no point of the curve is refused', () => {
  const public_key = Buffer.from(example.to.public_key)
  public_key.writeUInt8((public_key.at(-1) ?? 0) ^ 1, public_key.length - 1)
  assert.throws(() => encrypted('hello', { ...example.to, public_key }, example.chance))
})
