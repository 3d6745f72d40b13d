import type { Static } from 'typebox'
import { listBadges } from '#audience/rewards'
import { findAccount } from '#identity/users'
import type { Database } from '#platform/database/tables'
import { type FactsRequest, readFacts } from './facts.ts'
import type { PersonRecord } from './schemas.ts'

/** Returns the whole record of a person; undefined if there is no account, for example for an erased user or a guest. */
export async function findRecord(
  db: Database,
  request: FactsRequest,
): Promise<Static<typeof PersonRecord> | undefined> {
  const account = await findAccount(db, request.userId)
  if (!account) return undefined
  const [facts, badges] = await Promise.all([
    readFacts(db, request),
    listBadges(db, request.userId),
  ])
  return { account, badges: badges.filter(({ progress }) => progress.current > 0), ...facts }
}
