/**
 * Proof of work in ALTCHA's scheme: there is nothing to see or to solve, and the service stores nothing. It is of one user
 * and one queue, and makes entering with many accounts cost as much as they are.
 */
import { hash, randomBytes, randomInt } from 'node:crypto'
import type { Vault } from '#platform/secrets/vault'
import { invalidField, tooManyRequests } from '#platform/values/errors'
import type { Challenge, Work } from './entering-schemas.ts'

type Of = { queueId: string; userId: string }
type Terms = Of & { vault: Vault; now: Date }

/** How long one may work on a challenge, seconds. */
const life = 600

export function newChallenge({ vault, now, ...of }: Terms, maxnumber: number): Challenge {
  const expires = Math.floor(now.getTime() / 1000) + life
  const salt = `${randomBytes(12).toString('hex')}?expires=${expires}&`
  const challenge = hash('sha256', `${salt}${randomInt(maxnumber + 1)}`)
  const signature = vault.mac(challenge, contextOf(of)).toString('hex')
  return { algorithm: 'SHA-256', challenge, maxnumber, salt, signature }
}

/** Refuses what is not the solution of a challenge of this user, queue and time (400). */
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

/** So many challenges of a network in a minute cost no more than one, and so many are the most there are. */
const [usual, most, minute] = [100, 3_000, 60_000]

/**
 * How much more work a network has to do that asks often: twice as much for each hundred in a minute, at most 16 times.
 * Behind one address of a telephone network are thousands of people: they wait longer, and are let in.
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
  tooManyRequests('Too many enter from your network at this moment: try again', {
    code: 'too_many_requests',
    limit: { name: 'queue', quota: most, window: minute / 1000, reset: Math.max(1, reset) },
  })
