/**
 * drand: a network of organizations whose members publish, every three seconds, a random number that none of them can
 * choose or know before. Of its network quicknet, with the constants of `GET /chains` and `/v2/beacons/quicknet/info` of
 * api.drand.sh: a round is signed by BLS12-381, signatures in G1 (scheme `bls-unchained-g1-rfc9380`).
 */
import { hash } from 'node:crypto'

const chain = '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971'
const publicKey =
  '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a'
const [genesis, period] = [1_692_803_367_000, 3_000]
const domain = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'

/** When a round is published. */
export const timeOfRound = (round: number): Date => new Date(genesis + (round - 1) * period)

/** The first round that is published at this moment or later. */
export const roundFrom = (time: Date): number =>
  Math.max(1, Math.ceil((time.getTime() - genesis) / period) + 1)

/** Whether these bytes are the signature of a round, as the network alone can make it. */
export async function isRound(round: number, signature: Uint8Array): Promise<boolean> {
  const { bls12_381 } = await import('@noble/curves/bls12-381.js')
  const said = Buffer.alloc(8)
  said.writeBigUInt64BE(BigInt(round))
  const { shortSignatures: bls } = bls12_381
  try {
    const message = bls.hash(hash('sha256', said, 'buffer'), domain)
    return bls.verify(signature, message, Buffer.from(publicKey, 'hex'))
  } catch {
    return false
  }
}

/** How long one question may take, ms, and how much of an answer is read. */
const [patience, most] = [5_000, 4_096]

/** The signature of a round, checked; undefined where it cannot be had now. */
export async function fetchRound(url: string, round: number): Promise<Buffer | undefined> {
  const address = `${url.replace(/\/$/, '')}/${chain}/public/${round}`
  const answer = await fetch(address, { signal: AbortSignal.timeout(patience), redirect: 'error' })
    .then(async (response) => (response.ok ? (await response.text()).slice(0, most) : ''))
    .catch(() => '')
  const [, digits = ''] = /"signature"\s*:\s*"([0-9a-f]{96})"/.exec(answer) ?? []
  const signature = Buffer.from(digits, 'hex')
  return (await isRound(round, signature)) ? signature : undefined
}
