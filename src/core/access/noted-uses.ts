import { sql } from 'kysely'
import { list } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { microbatch } from '#platform/jobs/microbatch'
import type { Clock } from '#platform/values/time'
import { startOfDay } from './tokens.ts'

/** Records that a token, by its hash, is used today, unless that is recorded already: `lastUsedOn` is the last recorded day. */
export type RecordUse = (hash: string, lastUsedOn: Date | null) => Promise<void>

/**
 * Records the days on which tokens are used. On the morning of a sale all users use theirs for the first time that day:
 * uses of the same moment share a statement and its commit. A token that another process records at that moment is
 * skipped. A database that takes no writes refuses no request because of this: the next use records it.
 */
export function recordUses(db: Database, now: Clock): RecordUse {
  const note = microbatch<string, undefined>({
    run: async (hashes) => {
      const known = list(
        hashes.map((hash) => Buffer.from(hash, 'base64url')),
        'bytea',
      )
      await sql`
        update tokens set last_used_on = ${startOfDay(now())} where hash = any (array(
          select hash from tokens where hash = any (${known}) for no key update skip locked))`.execute(
        db,
      )
      return hashes.map(() => ({ value: undefined }))
    },
    keyOf: (hash) => hash,
    most: 256,
  })
  return async (hash, lastUsedOn) => {
    if (lastUsedOn && lastUsedOn >= startOfDay(now())) return
    await note(hash).catch(() => undefined)
  }
}
