/**
 * Rounds of drand, as everyone checks them: its network quicknet, with the constants of `GET /chains` and
 * `/v2/beacons/quicknet/info` of api.drand.sh. A round is signed by BLS12-381, signatures in G1 (scheme
 * `bls-unchained-g1-rfc9380`). It imports the curve alone, when it is needed: service, pages and command share it.
 */
import type { Sha256 } from './permutation.ts'

const publicKey =
  '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a'
const domain = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'

/** Returns a function that checks if bytes are the signature of a round, which the network alone can make. */
export function roundCheck(sha256: Sha256) {
  return async (round: number, signature: Uint8Array): Promise<boolean> => {
    const { bls12_381 } = await import('@noble/curves/bls12-381.js')
    const said = new Uint8Array(8)
    new DataView(said.buffer).setBigUint64(0, BigInt(round))
    const { shortSignatures: bls } = bls12_381
    try {
      const message = bls.hash(await sha256(said), domain)
      return bls.verify(signature, message, keyBytes())
    } catch {
      return false
    }
  }
}

const keyBytes = () =>
  Uint8Array.from(publicKey.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
