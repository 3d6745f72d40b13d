/**
 * drand: a network of organizations whose members publish, every three seconds, a random number that none of them can
 * choose or know before (`round.ts` says which network).
 */
import { roundCheck } from './round.ts'
import { sha256 } from './sha256.ts'

const chain = '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971'
const [genesis, period] = [1_692_803_367_000, 3_000]

/** Whether these bytes are the signature of a round. */
export const isRound = roundCheck(sha256)

/** When a round is published. */
export const timeOfRound = (round: number): Date => new Date(genesis + (round - 1) * period)

/** The first round that is published at this moment or later. */
export const roundFrom = (time: Date): number =>
  Math.max(1, Math.ceil((time.getTime() - genesis) / period) + 1)

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
