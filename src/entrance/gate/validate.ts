import { sql } from 'kysely'
import { mainZone, type Refusal } from '#common/gate/admission'
import type { UserCaller } from '#core/access'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'
import { conflict, forbidden, found, notFound } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { isPassed } from './judge.ts'
import type { AnsweredScan } from './queries.ts'
import { admitsAt } from './rights.ts'
import type { openGates } from './scans.ts'
import type { Validation } from './schemas.ts'

/**
 * Marks the ticket of a payment as used (docs/contract, section 8.1). For users who work at the festival's gate: the
 * holder as such gets 403, all others 404. A ticket that does not admit is 409, with the reason as its code. The same
 * nonce again gives the first answer again.
 */
export async function validatePayment(
  {
    db,
    now: clock,
    take,
  }: Pick<Infrastructure, 'db' | 'now'> & { take: ReturnType<typeof openGates> },
  by: UserCaller,
  { id, nonce = newId() }: { id: string; nonce?: string },
): Promise<Validation> {
  const festivalId = await festivalOf(db, by, id)
  const now = clock()
  const scan = { nonce, payment_id: id, revision: null, scanned_at: now, admitted_offline: false }
  const kept = await take({
    ...scan,
    direction: 'in',
    ask_first: false,
    festivalId,
    zone: mainZone,
    by,
  })
  const { outcome, validated_at, validated_by } = kept
  if (!isPassed(outcome)) throw conflict(refusals[outcome], outcome, factsOf(kept))
  return {
    id,
    is_validated: true,
    validated_at: validated_at ?? now,
    validated_by: validated_by ?? by.id,
  }
}

const refusals: Record<Refusal, string> = {
  invalid_code: 'This is not the code of a ticket',
  wrong_festival: 'This ticket is for another festival',
  not_a_ticket: 'This payment is not for a ticket',
  not_succeeded: 'This ticket is not paid',
  refunded: 'This ticket was refunded',
  revoked: 'This ticket was revoked',
  transferred: 'This ticket was handed on, and its code from before does not admit',
  wrong_zone: 'This ticket does not admit to this part of the festival',
  too_early: 'This ticket is not valid yet',
  too_late: 'This ticket is no longer valid',
  already_validated: 'This ticket was used already',
  another_day: 'This ticket is for another day',
  full: 'As many are inside as may be',
}

/** Returns the facts that a gate shows beside a refusal: when the ticket is valid, or when and where it was used. */
function factsOf({ outcome, ...scan }: AnsweredScan): Record<string, unknown> {
  const { valid_since, valid_until, first_at, first_by, first_gate: gate } = scan
  if (outcome === 'too_early' || outcome === 'too_late') return { valid_since, valid_until }
  if (outcome !== 'already_validated') return {}
  return { validated_at: first_at, validated_by: first_by, gate }
}

/** Returns the festival of a payment's ticket, for a user who works at its gate. */
async function festivalOf(db: Database, user: UserCaller, id: string): Promise<string> {
  const { rows } = await sql<{ user_id: string; festival_id: string | null; admits: boolean }>`
    select coalesce(t.holder_id, p.user_id) as user_id, p.festival_id, ${admitsAt(user)} as admits
    from payments p left join tickets t on t.payment_id = p.id
    left join festivals f on f.id = p.festival_id
    where p.id = ${id}`.execute(db)
  const { user_id, festival_id, admits } = found(rows[0], 'Payment')
  if (!admits) {
    throw user_id === user.id
      ? forbidden('Only gate staff may validate tickets')
      : notFound('Payment')
  }
  if (festival_id === null) throw conflict(refusals.not_a_ticket, 'not_a_ticket')
  return festival_id
}
