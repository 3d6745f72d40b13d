/** Addresses that open a file of a ticket for a minute, without headers (docs/contract, section 7.7). */
import { sql } from 'kysely'
import { inBatches } from '#platform/database/batches'
import type { Database } from '#platform/database/tables'
import { digest, isSecret, newSecret } from '#platform/secrets/tokens'
import { Problem } from '#platform/values/errors'

const files = ['pdf', 'calendar', 'pkpass', 'google'] as const
export type LinkedFile = (typeof files)[number]

const kind = 'fst_link'
const life = 60_000

type Moment = { db: Database; now: Date }
type TicketLink = { paymentId: string; revision: number; file: LinkedFile }

/** Issues a secret for the address of a file, which opens it for a minute. */
export async function issueLink(
  { db, now }: Moment,
  { paymentId, revision, file }: TicketLink,
): Promise<{ secret: string; expires_at: Date }> {
  const secret = newSecret(kind)
  const expires_at = new Date(now.getTime() + life)
  await db
    .insertInto('ticket_links')
    .values({ hash: digest(secret), payment_id: paymentId, revision, file, expires_at })
    .execute()
  return { secret, expires_at }
}

/** Returns the file that a secret opens, and when it was issued. @throws Problem 401 */
export async function findLink(
  { db, now }: Moment,
  secret: string,
): Promise<TicketLink & { issuedAt: Date }> {
  const link = isSecret(secret, kind)
    ? await db
        .selectFrom('ticket_links')
        .select(['payment_id', 'revision', 'file', 'expires_at'])
        .where('hash', '=', digest(secret))
        .where('expires_at', '>', now)
        .executeTakeFirst()
    : undefined
  if (!link) throw new Problem(401, 'This address is unknown or too old: ask for another one')
  return {
    paymentId: link.payment_id,
    revision: link.revision,
    file: fileOf(link.file),
    issuedAt: new Date(link.expires_at.getTime() - life),
  }
}

function fileOf(stored: string): LinkedFile {
  const file = files.find((one) => one === stored)
  if (!file) throw new Error(`Unknown file of a ticket: ${stored}`)
  return file
}

/** Deletes the addresses that are older than their minute. Safe to repeat. */
export function forgetTicketLinks(db: Database, now: Date): Promise<void> {
  return inBatches((limit) =>
    sql`
      delete from ticket_links where hash = any (array(
        select hash from ticket_links where expires_at <= ${now} limit ${limit}))`.execute(db),
  )
}
