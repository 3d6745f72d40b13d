/** Addresses that open a file of a ticket once, without headers (docs/contract.md, section 7.7). */
import { sql } from 'kysely'
import { inBatches } from '#platform/database/batches'
import type { Database } from '#platform/database/tables'
import { digest, isSecret, newSecret } from '#platform/secrets/tokens'
import { Problem } from '#platform/values/errors'

const files = ['pdf', 'calendar', 'pkpass', 'google'] as const
export type LinkedFile = (typeof files)[number]

const kind = 'fst_link'
const life = 60_000

type At = { db: Database; now: Date }
type Wish = { paymentId: string; revision: number; file: LinkedFile }

/** A secret for the address of a file, which opens it once within a minute. */
export async function issueLink(
  { db, now }: At,
  { paymentId, revision, file }: Wish,
): Promise<{ secret: string; expires_at: Date }> {
  const secret = newSecret(kind)
  const expires_at = new Date(now.getTime() + life)
  await db
    .insertInto('ticket_links')
    .values({ hash: digest(secret), payment_id: paymentId, revision, file, expires_at })
    .execute()
  return { secret, expires_at }
}

/** What a secret opens. Of two at once, the one whose delete finds the row. @throws Problem 401 */
export async function takeLink({ db, now }: At, secret: string): Promise<Wish> {
  const taken = isSecret(secret, kind)
    ? await db
        .deleteFrom('ticket_links')
        .where('hash', '=', digest(secret))
        .where('expires_at', '>', now)
        .returning(['payment_id', 'revision', 'file'])
        .executeTakeFirst()
    : undefined
  if (!taken) throw new Problem(401, 'This address was used, or is too old: ask for another one')
  return {
    paymentId: taken.payment_id,
    revision: taken.revision,
    file: fileOf(taken.file),
  }
}

function fileOf(stored: string): LinkedFile {
  const file = files.find((one) => one === stored)
  if (!file) throw new Error(`Unknown file of a ticket: ${stored}`)
  return file
}

/** Deletes the addresses that were not used in time. Safe to do twice. */
export function forgetTicketLinks(db: Database, now: Date): Promise<void> {
  return inBatches((limit) =>
    sql`
      delete from ticket_links where hash = any (array(
        select hash from ticket_links where expires_at <= ${now} limit ${limit}))`.execute(db),
  )
}
