/**
 * Proof of work in ALTCHA's scheme: users see and solve nothing, and the service stores nothing. It is for one user and
 * one queue, so that entering with many accounts costs in proportion to their number.
 */
import { hash, randomBytes, randomInt } from 'node:crypto'
import type { Vault } from '#platform/secrets/vault'
import { invalidField, tooManyRequests } from '#platform/values/errors'
import type { Challenge, Work } from './entering-schemas.ts'

type Of = { queueId: string; userId: string }
type Terms = Of & { vault: Vault; now: Date }

/** The time for solving a challenge, seconds. */
const life = 600

export function newChallenge({ vault, now, ...of }: Terms, maxnumber: number): Challenge {
  const expires = Math.floor(now.getTime() / 1000) + life
  const salt = `${randomBytes(12).toString('hex')}?expires=${expires}&`
  const challenge = hash('sha256', `${salt}${randomInt(maxnumber + 1)}`)
  const signature = vault.mac(challenge, contextOf(of)).toString('hex')
  return { algorithm: 'SHA-256', challenge, maxnumber, salt, signature }
}

/** Refuses (400) work that does not solve a current challenge of this user and queue. */
export function requireWork({ vault, now, ...of }: Terms, work: Work): void {
  const { challenge, number, salt, signature } = work
  const [, expires = '0'] = /\?expires=(\d{1,12})&$/.exec(salt) ?? []
  const isSolved =
    Number(expires) * 1000 >= now.getTime() &&
    hash('sha256', `${salt}${number}`) === challenge &&
    vault.isMac(Buffer.from(signature, 'hex'), challenge, contextOf(of))
  if (!isSolved) throw invalidField('work', 'must solve a challenge of this queue that is not old')
}

const contextOf = ({ queueId, userId }: Of) => `queue work ${queueId} ${userId}`

/** The challenges of a network per minute that cost no more than one, and the most that are allowed. */
const [usual, most, minute] = [100, 3_000, 60_000]

/**
 * Returns a function for the work factor of a network with many requests: it doubles for each hundred in a minute, at
 * most to 16. One address of a telephone network has thousands of people behind it: they wait longer, and are let in.
 */
export function createNetworks() {
  let since = 0
  const asked = new Map<string, number>()
  return (network: string | null, now: Date): number => {
    if (network === null) return 1
    if (now.getTime() - since >= minute) {
      asked.clear()
      since = now.getTime()
    }
    const count = (asked.get(network) ?? 0) + 1
    asked.set(network, count)
    if (count > most) throw tooManyOf(Math.ceil((since + minute - now.getTime()) / 1000))
    return 2 ** Math.min(4, Math.floor(count / usual))
  }
}

const tooManyOf = (reset: number) =>
  tooManyRequests('Too many requests from your network: retry later', {
    code: 'too_many_requests',
    limit: { name: 'queue', quota: most, window: minute / 1000, reset: Math.max(1, reset) },
  })
