import type { FastifyRequest } from 'fastify'
import { atGate } from '#core/access'
import { type CountedKind, countFailure, pairOf, refusePair } from '#identity/auth'
import type { Infrastructure } from '#platform/http/infrastructure'
import { publicNetworkOf } from '#platform/outgoing/network'
import { Problem } from '#platform/values/errors'
import { looksKnown } from '#shop/vouchers'

/** The most wrong codes in 15 minutes, of a user and of a network; after that each has to wait, a minute at most. */
const [mostOfUser, mostOfNetwork] = [10, 100]
const guessing: CountedKind = {
  name: 'voucher-codes',
  code: 'too_many_requests',
  error: 'Too many wrong codes of vouchers',
}
const wrong = new Set(['voucher_unknown', 'voucher_other_festival'])

/**
 * Answers a request that names a code. Counts wrong codes by user or till, and by the caller's network; a caller over a
 * limit is refused (429) before the code is looked at. A known code waits until other requests of the same moment are
 * counted: otherwise a burst of guesses would learn more than a sequence of them.
 */
export async function countingGuesses<T>(
  { db, now }: Pick<Infrastructure, 'db' | 'now'>,
  { request, key }: { request: FastifyRequest; key: string },
  answer: () => Promise<T>,
): Promise<T> {
  const limits = limitsOf(request, now())
  const refuse = async () => {
    for (const { pair, ...limit } of limits) await refusePair(db, pair, limit)
  }
  const count = async () => {
    for (const limit of limits) await countFailure(db, limit)
  }
  await refuse()
  const isKnown = await looksKnown(db, key)
  await (isKnown ? refuse() : count())
  try {
    return await answer()
  } catch (error) {
    if (isKnown && error instanceof Problem && wrong.has(error.code)) await count()
    throw error
  }
}

function limitsOf(request: FastifyRequest, now: Date) {
  const { id } = atGate(request)
  const pairs = [{ pair: pairOf(`vouchers of ${id}`, ''), limit: mostOfUser }]
  if (publicNetworkOf(request.ip) !== null) {
    pairs.push({ pair: pairOf('vouchers', request.ip), limit: mostOfNetwork })
  }
  return pairs.map((pair) => ({ ...pair, now, kind: guessing }))
}
