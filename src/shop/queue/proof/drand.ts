/**
 * drand: a network of organizations. Every three seconds its members publish a random number that none of them can
 * choose or know before (`round.ts` names the network).
 */
import { roundCheck } from '#common/draw/round'
import { sha256 } from './sha256.ts'

const chain = '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971'
const [genesis, period] = [1_692_803_367_000, 3_000]

/** Returns true if these bytes are the signature of a round. */
export const isRound = roundCheck(sha256)

/** Returns the time at which a round is published. */
export const timeOfRound = (round: number): Date => new Date(genesis + (round - 1) * period)

/** Returns the first round that is published at this moment or later. */
export const roundFrom = (time: Date): number =>
  Math.max(1, Math.ceil((time.getTime() - genesis) / period) + 1)

/** The length at which an answer is cut, characters. */
const mostCharacters = 4_096

/**
 * Returns the signature of a round from the first of several relays that has it, and cancels the requests to the
 * others; undefined if none has it now. An answer counts only if it is the signature of that round.
 */
export async function fetchRound(
  urls: readonly string[],
  { round, patienceMs = 5_000 }: { round: number; patienceMs?: number },
): Promise<Buffer | undefined> {
  const found = new AbortController()
  const signal = AbortSignal.any([found.signal, AbortSignal.timeout(patienceMs)])
  try {
    return await Promise.any(urls.map((url) => askRelay(url, round, signal)))
  } catch {
    return undefined
  } finally {
    found.abort()
  }
}

/** @throws Error if the relay does not answer, or answers something other than the signature of the round */
async function askRelay(url: string, round: number, signal: AbortSignal): Promise<Buffer> {
  const response = await fetch(`${url}/${chain}/public/${round}`, { signal, redirect: 'error' })
  const answer = response.ok ? (await response.text()).slice(0, mostCharacters) : ''
  const [, digits = ''] = /"signature"\s*:\s*"([0-9a-f]{96})"/.exec(answer) ?? []
  const signature = Buffer.from(digits, 'hex')
  if (!(await isRound(round, signature))) throw new Error(`${url} does not have round ${round}`)
  return signature
}
