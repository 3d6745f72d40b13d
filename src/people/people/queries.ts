import type { Static } from 'typebox'
import { listBadges } from '#audience/rewards'
import { findAccount } from '#identity/users'
import type { Database } from '#platform/database/tables'
import { type Asked, readFacts } from './facts.ts'
import type { PersonRecord } from './schemas.ts'

/** Returns the whole record of a person; undefined if there is no account, for example for an erased user or a guest. */
export async function findRecord(
  db: Database,
  asked: Asked,
): Promise<Static<typeof PersonRecord> | undefined> {
  const account = await findAccount(db, asked.userId)
  if (!account) return undefined
  const [facts, badges] = await Promise.all([readFacts(db, asked), listBadges(db, asked.userId)])
  return { account, badges: badges.filter(({ progress }) => progress.current > 0), ...facts }
}
