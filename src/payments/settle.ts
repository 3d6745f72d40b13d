import { sql } from 'kysely'
import type { Transaction } from '#platform/database/transactions'
import type { Settled } from '#platform/jobs/microbatch'
import { newId } from '#platform/values/ids'
import { lockBalances } from '#rewards'
import type { TicketCodes } from '#tickets'
import { countMoves } from './counts.ts'
import { publishMoved } from './domain-events.ts'
import { hold } from './hold.ts'
import { findOverWaiting } from './limits.ts'
import { type Locked, lockPayments } from './locked.ts'
import { inTransaction, type PaymentContext, type PaymentTransaction } from './payment-context.ts'
import { findPayments, type PaymentRow } from './queries.ts'
import { insertRefunds } from './refunds.ts'
import { freeAndSell } from './sell.ts'
import { type Move, moveOf, type Verdict } from './states.ts'
import { appendSteps } from './steps.ts'

/** What the processor, or the sweeper, says of a payment. */
export type Heard = { id: string; verdict: Verdict }

type Moving = { payment: Locked; move: Move }

/**
 * Moves many payments in one transaction, each by what was heard of it; of request, retry, webhook and
 * sweeper exactly one does. Returns the payments as they are then; undefined for an unknown one.
 */
export function settle(
  context: PaymentContext,
  heard: Heard[],
): Promise<Settled<PaymentRow | undefined>[]> {
  const ids = heard.map(({ id }) => id)
  return inTransaction(context, async (trx) => {
    const locked = await lockPayments(trx.db, ids)
    const moving = heard.flatMap(({ id, verdict }) => {
      const payment = locked.get(id)
      const move = payment && moveOf(payment, verdict)
      return payment && move ? [{ payment, move }] : []
    })
    const moved = await moveAll(trx, moving)
    const others = ids.filter((id) => !moved.has(id))
    const read = others.length > 0 ? await findPayments(trx.db, others) : moved
    return ids.map((id) => ({ value: moved.get(id) ?? read.get(id) }))
  })
}

/** The payments as they are when all of it is done. */
async function moveAll(
  trx: PaymentTransaction,
  moving: Moving[],
): Promise<Map<string, PaymentRow>> {
  if (moving.length === 0) return new Map()
  const { db, config, now, counts } = trx
  // All at once: the steps below take the balances of some, then of others, and would meet crosswise.
  await lockBalances(
    db,
    moving.map(({ payment }) => payment.user_id),
  )
  const held = await holdLate(trx, having(moving, 'resell'))
  const stayed = await findOverWaiting(db, config, aboutToWait(moving))
  const decided = moving
    .filter(({ payment }) => !stayed.has(payment.id))
    .map(({ payment, move }) =>
      move.effect === 'resell'
        ? { payment, move: moveLate(held.has(payment.id)) }
        : { payment, move },
    )
  await writeMoves(db, decided, now)
  await giveBackLate(trx, decided)
  const codes = await freeAndSell(trx, {
    sold: having(decided, 'sell'),
    freed: having(decided, 'release'),
  })
  countMoves(
    db,
    counts,
    decided.map(({ payment, move }) => ({
      from: payment.status,
      to: move.to,
      cents: payment.amount_cents,
    })),
  )
  await trx.reach('C4 before settle commits')
  return new Map(decided.map((moved) => [moved.payment.id, asMoved(moved, codes)]))
}

/** Payments that are to wait for their buyers from now on. */
const aboutToWait = (moving: Moving[]) =>
  moving.flatMap(({ payment: { id, status }, move: { to } }) =>
    to === 'requires_action' && status !== to ? id : [],
  )

/** A payment as it is after its move, without reading it again. */
function asMoved({ payment, move }: Moving, codes: Map<string, TicketCodes>): PaymentRow {
  const isGivenBack = move.to === 'refunding'
  return {
    ...payment,
    status: move.to,
    failure: move.failure ?? payment.failure,
    client_secret: move.clientSecret ?? payment.client_secret,
    refunded_cents: isGivenBack ? payment.amount_cents : payment.refunded_cents,
    code: codes.get(payment.id)?.code ?? null,
    short_code: codes.get(payment.id)?.short_code ?? null,
    holder_id: null,
    revision: 0,
    offered_until: null,
    validated_at: null,
    validated_by: null,
  }
}

/** Charges that came when what they are for was free again: those that still get it. */
async function holdLate(trx: PaymentTransaction, late: Locked[]): Promise<Set<string>> {
  if (late.length === 0) return new Set()
  return (await hold(trx, late)).held
}

const moveLate = (isHeld: boolean): Move =>
  isHeld
    ? { to: 'succeeded', isFenced: true, effect: 'sell' }
    : { to: 'refunding', isFenced: true, effect: 'none' }

const having = (moving: Moving[], effect: Move['effect']) =>
  moving.flatMap(({ payment, move }) => (move.effect === effect ? payment : []))

async function writeMoves(db: Transaction, moving: Moving[], now: Date) {
  const rows = moving.map(({ payment: { id, status }, move }) => ({
    id,
    status: move.to,
    is_fenced: move.isFenced,
    failure: move.failure,
    client_secret: move.clientSecret,
    is_news: status !== move.to,
    event_id: newId(),
  }))
  const steps = sql`
    select id as payment_id, festival_id, status, amount_cents as cents, heard as reason, null::uuid as by_user
    from moved where is_news`
  await sql`
    with moved as (
      update payments p
      set status = m.status, is_fenced = m.is_fenced,
          network = case when m.status in ('pending', 'requires_action') then p.network end, failure = coalesce(m.failure, p.failure),
          client_secret = coalesce(m.client_secret, p.client_secret),
          refunded_cents = case when m.status = 'refunding' then p.amount_cents else p.refunded_cents end
      from json_to_recordset(${JSON.stringify(rows)})
        as m (id uuid, status text, is_fenced boolean, failure text, client_secret text, is_news boolean, event_id uuid)
      where p.id = m.id
      returning p.*, m.failure as heard, m.is_news, m.event_id
    ), told as (${publishMoved(now)})
    ${appendSteps(steps, now)}`.execute(db)
}

/** What was charged too late for what is gone: the sweeper gives it back. */
async function giveBackLate({ db, now }: PaymentTransaction, moving: Moving[]) {
  const late = moving.flatMap(({ payment, move }) => (move.to === 'refunding' ? payment : []))
  const refunds = late.map(({ id, amount_cents }) => ({
    id: newId(),
    payment_id: id,
    idempotency_key: 'late charge',
    amount_cents,
    kept_cents: 0,
    is_full: true,
    percent: null,
    reason: 'The charge came too late',
  }))
  await insertRefunds(db, refunds, { now, leaseUntil: now })
}
