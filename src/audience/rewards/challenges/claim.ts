import { sql } from 'kysely'
import { brokenConstraint } from '#platform/database/failures'
import { list } from '#platform/database/sql'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { conflict, found, notFound, type Problem } from '#platform/values/errors'
import type { Challenge } from '../admin-schemas.ts'
import { lockBalances } from '../balance.ts'
import { findChallenge } from '../queries.ts'
import { type RecordContext, record } from '../record.ts'
import type { Claim } from '../schemas.ts'
import { hashesOfCode } from './codes.ts'
import { countWrongCode, refuseWaiting, requireFewWrongCodes } from './wrong-codes.ts'

/** The claiming user; `limit` is the number of wrong codes they may try. */
type Caller = { userId: string; limit: number; now: Date }

/**
 * Returns the id of the challenge with this code. A wrong code is counted and 404; after too many of them, every code
 * of the user is 429. Not part of the claim's transaction: a failure stays counted.
 */
export async function recogniseCode(db: Database, caller: Caller, code: string): Promise<string> {
  const { rows } = await sql<{ id: string | null; wait_until: Date | null }>`
    select (select id from challenges where code_hash = any (${list(hashesOfCode(code), 'bytea')}) limit 1) as id,
           (select wait_until from wrong_codes where user_id = ${caller.userId}) as wait_until`.execute(
    db,
  )
  const { id = null, wait_until = null } = rows[0] ?? {}
  requireFewWrongCodes(wait_until, caller)
  if (id !== null) {
    await refuseWaiting(db, caller)
    return id
  }
  const rateLimit = await countWrongCode(db, caller)
  throw Object.assign(notFound('Challenge'), { rateLimit })
}

/**
 * Claims a challenge for a user, once. 409 if it is inactive, outside its time, used up, or claimed before. The claim
 * is an event too, so that badges can count challenges.
 */
export async function claimChallenge(
  context: RecordContext,
  userId: string,
  id: string,
): Promise<Claim> {
  return transact(context.db, async (db) => {
    await lockBalances(db, [userId])
    await writeClaim(db, { challenge_id: id, user_id: userId, claimed_at: context.now })
    const { name, points } = await countClaim(db, id, context.now)
    await record({ ...context, db }, [
      {
        user_id: userId,
        event_type: 'challenge_claimed',
        entity_type: null,
        entity_id: null,
        metadata: null,
        source: `challenge:${id}:${userId}`,
        euros: 0,
        fixed: points,
        isEligible: true,
      },
    ])
    return {
      challenge_id: id,
      points_awarded: points,
      message: `${name}: ${inWords(points)} yours`,
    }
  })
}

async function writeClaim(
  db: Database,
  claim: { challenge_id: string; user_id: string; claimed_at: Date },
): Promise<void> {
  const written = await db
    .insertInto('challenge_claims')
    .values(claim)
    .onConflict((oc) => oc.columns(['challenge_id', 'user_id']).doNothing())
    .returning('user_id')
    .executeTakeFirst()
    .catch((error: unknown) => {
      // Deleted since its code was read.
      if (brokenConstraint(error) === 'challenge_claims_challenge_id_fkey')
        throw notFound('Challenge')
      throw error
    })
  if (!written) throw conflict('You have claimed this challenge already', 'already_claimed')
}

const inWords = (points: number) => (points === 1 ? '1 point is' : `${points} points are`)

/** Counts one more claim, if the challenge accepts any: the database decides which claim comes too late. */
async function countClaim(db: Database, id: string, now: Date) {
  const counted = await db
    .updateTable('challenges')
    .set((eb) => ({ claims: eb('claims', '+', 1) }))
    .where('id', '=', id)
    .where('active', '=', true)
    .where((eb) => eb.or([eb('starts_at', 'is', null), eb('starts_at', '<=', now)]))
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .where((eb) => eb.or([eb('max_claims', 'is', null), eb('claims', '<', eb.ref('max_claims'))]))
    .returning(['name', 'points'])
    .executeTakeFirst()
  if (counted) return counted
  throw denialReason(found(await findChallenge(db, id), 'Challenge'), now)
}

function denialReason({ active, starts_at, ends_at }: Challenge, now: Date): Problem {
  if (!active) return conflict('This challenge is not active', 'inactive')
  if (starts_at && starts_at > now) {
    return conflict('This challenge has not started', 'not_started', { starts_at })
  }
  if (ends_at && ends_at <= now) return conflict('This challenge is over', 'ended', { ends_at })
  return conflict('This challenge has reached its limit of claims', 'used_up')
}
