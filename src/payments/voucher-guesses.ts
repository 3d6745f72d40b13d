import type { FastifyRequest } from 'fastify'
import { signedIn } from '#access'
import { type CountedKind, countFailure, pairOf, refusePair } from '#auth'
import type { Infrastructure } from '#platform/http/infrastructure'
import { publicNetworkOf } from '#platform/outgoing/network'
import { Problem } from '#platform/values/errors'

/** So many wrong codes in 15 minutes, of a user and of a network; after that each has to wait, a minute at most. */
const [mostOfUser, mostOfNetwork] = [10, 100]
const guessing: CountedKind = {
  name: 'voucher-codes',
  code: 'too_many_requests',
  error: 'Too many wrong codes of vouchers',
}
const wrong = new Set(['voucher_unknown', 'voucher_other_festival'])

/**
 * Answers a request that names a code. Wrong ones are counted, by user and by the network of the caller; who has to wait
 * is refused (429) before the code is looked at.
 */
export async function countingGuesses<T>(
  { db, now }: Pick<Infrastructure, 'db' | 'now'>,
  request: FastifyRequest,
  answer: () => Promise<T>,
): Promise<T> {
  const limits = [
    { pair: pairOf(`vouchers of ${signedIn(request).id}`, ''), limit: mostOfUser },
    ...(publicNetworkOf(request.ip) === null
      ? []
      : [{ pair: pairOf('vouchers', request.ip), limit: mostOfNetwork }]),
  ].map((limit) => ({ ...limit, now: now(), kind: guessing }))
  for (const { pair, ...limit } of limits) await refusePair(db, pair, limit)
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof Problem) || !wrong.has(error.code)) throw error
    for (const limit of limits) await countFailure(db, limit)
    throw error
  }
}
