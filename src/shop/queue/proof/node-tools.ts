import { createPublicKey, verify } from 'node:crypto'
import type { Tools } from '#common/draw/check-draw'
import { isRound } from './drand.ts'
import { sha256 } from './sha256.ts'

/** The functions for checking a draw in Node. */
export const nodeTools: Tools = {
  sha256,
  isSigned: async (x, text, signature) => {
    const key = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(x).toString('base64url') }
    return verify(null, text, createPublicKey({ key, format: 'jwk' }), signature)
  },
  isRound,
}
