import { sql } from 'kysely'
import { readCode } from '#common/codes/read-code'
import { rowsOf } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { newId } from '#platform/values/ids'
import { newShortCode, type TicketCodes } from './changes.ts'
import { encodeCode } from './codes/code.ts'
import { signingKey, type TicketKeyContext } from './codes/keys.ts'
import { publishTransferred } from './domain-events.ts'

type HandOver = { payment_id: string; from: string; to: string }

/**
 * Transfers a ticket to another holder: creates the next revision with new codes, after which no gate admits the old
 * codes. The caller has locked the ticket in its transaction and checked that it may be transferred. Returns the codes
 * and the revision.
 */
export async function transferTicket(
  context: TicketKeyContext,
  { payment_id, from, to }: HandOver,
): Promise<TicketCodes & { revision: number }> {
  const before = await context.db
    .selectFrom('tickets')
    .select(['code', 'revision'])
    .where('payment_id', '=', payment_id)
    .executeTakeFirstOrThrow()
  const said = readCode(before.code)?.ticket
  if (!said) throw new Error(`The code of ticket ${payment_id} cannot be read`)
  const revision = before.revision + 1
  const code = await encodeCode({ ...said, revision }, await signingKey(context))
  const short_code = newShortCode()
  await sql`
    with handed as (
      update tickets set holder_id = ${to}, revision = ${revision}, code = ${code}, short_code = ${short_code}
      where payment_id = ${payment_id}
      returning payment_id, holder_id, revision
    )
    ${publishTransferred('handed', { id: newId(), from, now: context.now })}`.execute(context.db)
  return { code, short_code, revision }
}

/** The number of tickets that get a short code at once, so that no statement locks many for long. */
const batch = 1000

/**
 * Gives short codes to tickets that an earlier version of the service has issued, or still issues beside this one, a
 * batch at a time. Returns the number of tickets; if there are none, it costs one look at an index.
 */
export async function fillShortCodes(db: Database): Promise<number> {
  const { rows } = await sql<{ payment_id: string }>`
    select payment_id from tickets where short_code is null order by payment_id limit ${batch}`.execute(
    db,
  )
  if (rows.length === 0) return 0
  const filled = rows.map(({ payment_id }) => ({ payment_id, short_code: newShortCode() }))
  const { numAffectedRows = 0n } = await sql`
    with locked as (
      select t.payment_id, f.short_code
      from tickets t join ${rowsOf('f', filled, { payment_id: 'uuid', short_code: 'text' })} using (payment_id)
      where t.short_code is null order by t.payment_id for no key update of t skip locked
    )
    update tickets t set short_code = l.short_code
    from locked l where t.payment_id = l.payment_id and t.short_code is null`.execute(db)
  return Number(numAffectedRows)
}
