import { brokenConstraint } from '#platform/database/failures'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { conflict, found, invalidField } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { inOrder } from '#platform/values/time'
import type {
  Challenge,
  ChallengeChange,
  ChallengeWithCode,
  NewChallenge,
} from '../admin-schemas.ts'
import { challengeColumns } from '../columns.ts'
import { findChallenge } from '../queries.ts'
import { essenceOf, hashOfCode, newCode } from './codes.ts'

const shortestCode = 10

/** Creates a challenge; only this answer contains its code. 409 for a code in use. */
export async function createChallenge(
  db: Database,
  { code = newCode(), ...given }: NewChallenge,
  now: Date,
): Promise<ChallengeWithCode> {
  if (essenceOf(code).length < shortestCode) {
    throw invalidField(
      'code',
      `must have at least ${shortestCode} characters that are neither blank nor dash`,
    )
  }
  const columns = challengeColumns.write(given)
  inOrder(columns.starts_at ?? null, columns.ends_at ?? null, ['starts_at', 'ends_at'])
  const id = newId()
  const challenge = { ...columns, id, code_hash: hashOfCode(code), created_at: now }
  await transact(db, (trx) => trx.insertInto('challenges').values(challenge).execute()).catch(
    refuseTakenCode,
  )
  return { ...found(await findChallenge(db, id), 'Challenge'), code }
}

/** Changes the given fields; earlier claims keep their points. 409 for a limit below the number of claims made. */
export async function updateChallenge(
  db: Database,
  id: string,
  change: ChallengeChange,
): Promise<Challenge> {
  const columns = challengeColumns.write(change)
  return transact(db, async (trx) => {
    const current = found(
      await trx
        .selectFrom('challenges')
        .select(['starts_at', 'ends_at'])
        .where('id', '=', id)
        .forNoKeyUpdate()
        .executeTakeFirst(),
      'Challenge',
    )
    const { starts_at = current.starts_at, ends_at = current.ends_at } = columns
    inOrder(starts_at, ends_at, ['starts_at', 'ends_at'])
    await trx
      .updateTable('challenges')
      // Undefined fields are not written; the id stays, so there is always something to set.
      .set({ id, ...columns })
      .where('id', '=', id)
      .execute()
      .catch(refuseBelowClaims)
    return found(await findChallenge(trx, id), 'Challenge')
  })
}

/** Deletes a challenge that was never claimed; deactivates any other. Returns the action taken. 404 for an unknown one. */
export function endChallenge(db: Database, id: string): Promise<'deleted' | 'deactivated'> {
  return transact(db, async (trx) => {
    const deleted = await trx
      .deleteFrom('challenges')
      .where('id', '=', id)
      .where('claims', '=', 0)
      .returning('id')
      .executeTakeFirst()
    if (deleted) return 'deleted'
    const closed = await trx
      .updateTable('challenges')
      .set({ active: false })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    found(closed, 'Challenge')
    return 'deactivated'
  })
}

function refuseTakenCode(error: unknown): never {
  if (brokenConstraint(error) !== 'challenges_code_unique') throw error
  throw conflict('Another challenge already has this code', 'code_taken')
}

function refuseBelowClaims(error: unknown): never {
  if (brokenConstraint(error) !== 'challenges_claims') throw error
  throw conflict('max_claims is below the claims that were made', 'below_claims')
}
