/** The mails to buyers: what they bought, what came back, and what becomes of it when a festival is cancelled. */
import { sql } from 'kysely'
import { amount, letter, moment, money, type Recipient, type Writer } from '#mail'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'
import type { Attachment } from '#platform/outgoing/mail'
import type { Vat } from '#sale-terms'
import { attachedTicket } from '#tickets'
import {
  type BoughtColumns,
  boughtColumns,
  boughtTables,
  namedIn,
  type TranslatedColumns,
  translatedColumns,
} from './bought.ts'
import type { PaymentType } from './offers.ts'
import { isPaid, type Status } from './states.ts'
import { vatOfUnit } from './vat-before.ts'

type Context = Pick<Infrastructure, 'work' | 'config'>

/** A payment, as mails tell of it. */
export type Unit = BoughtColumns & {
  id: string
  payment_type: PaymentType
  entity_id: string
  status: Status
  price_cents: number
  /** what a voucher took off its price */
  discount_cents: number
  amount_cents: number
  points_used: number
  vat: Vat
  /** the VAT in what it cost, as it was spread over the receipt */
  vat_cents: number
  livemode: boolean
  created_at: Date
  /** the member of staff who gave it for nothing; null: it was bought */
  given_by: string | null
  festival_where: string | null
}

const unitColumns = sql`
  p.id, p.payment_type, p.entity_id, p.status, p.price_cents, p.amount_cents, p.points_used, p.vat, coalesce(p.vat_cents, ${vatOfUnit(sql`p.amount_cents`, 'p.vat')}) as vat_cents, o.livemode,
  p.discount_cents, p.given_by, p.created_at, nullif(concat_ws(', ', f.venue, f.address, f.country), '') as festival_where, ${boughtColumns}, ${translatedColumns}`

/**
 * Writes the confirmation of a purchase, with the tickets that its buyer still holds. What staff have given goes to the
 * e-mail that they gave it to, whether it is confirmed or not.
 */
export function purchaseMail({ work, config }: Context): Writer {
  return async (recipient) => {
    const { rows } = await sql<Unit & TranslatedColumns>`
      select ${unitColumns} from payments p join orders o on o.id = p.order_id ${boughtTables}
      where p.order_id = ${recipient.about} and p.user_id = ${recipient.user_id} order by p.line`.execute(
      work,
    )
    const units = rows.map((row) => namedIn(row, recipient.language))
    const [first] = units
    if (!first) return undefined
    const isGift = first.given_by !== null
    const to = { ...recipient, is_proven: recipient.is_proven || isGift }
    const attachments = to.is_proven ? await ticketsOf(work, units, to.user_id) : []
    const params = {
      ...confirmationOf(to, units),
      on: moment(first.created_at, first.festival_zone),
      attached: given(attachments.length > 0),
      simulated: given(!first.livemode),
    }
    const kind = isGift ? 'complimentary' : 'purchase'
    return letter(config, kind, { to: to.email, language: to.language, attachments, params })
  }
}

/** What was bought at once, any number of units, of one festival or several. */
export function confirmationOf(to: Recipient, units: Unit[]) {
  const [total, paid] = [sumOf(units, 'price_cents'), sumOf(units, 'amount_cents')]
  const [points, discount] = [sumOf(units, 'points_used'), sumOf(units, 'discount_cents')]
  const ofFestivals = units.filter(({ festival_id }) => festival_id !== null)
  const festivals = [...new Map(ofFestivals.map((unit) => [unit.festival_id, unit])).values()]
  return {
    id: to.about,
    festivalNames: names(to, units, 'festival_name'),
    planNames: names(to, units, 'item_name'),
    festivals: festivals.map((unit) => whereOf(to, unit)),
    lines: [...Map.groupBy(units, ({ entity_id }) => entity_id).values()].map((line) => ({
      ...lineOf(to, line),
      // With one festival it is said above.
      festival: festivals.length > 1 ? names(to, line, 'festival_name') : undefined,
    })),
    total: points + discount > 0 || units.length > 1 ? money(total) : undefined,
    discount: discount > 0 ? money(discount) : undefined,
    points: points > 0 ? amount(points) : undefined,
    pointsWorth: money(total - discount - paid),
    paid: money(paid),
    unproven: given(!to.is_proven),
  }
}

async function ticketsOf(db: Database, units: Unit[], userId: string): Promise<Attachment[]> {
  const files: Attachment[] = []
  // One after the other: each takes the event loop for a moment.
  for (const { id, status, festival_id } of units) {
    const isTicket = festival_id !== null && isPaid(status)
    const file = isTicket ? await attachedTicket(db, { paymentId: id, userId }) : undefined
    if (file) files.push(file)
  }
  return files
}

/** The units of one offer as a line of the confirmation. */
function lineOf(to: Recipient, units: Unit[]) {
  const [unit] = units
  if (!unit) throw new Error('A line without a unit')
  const rate = unit.vat?.rate ?? null
  return {
    ...whatOf(to, unit),
    since: moment(unit.item_since, unit.festival_zone),
    until: moment(unit.item_until, unit.festival_zone),
    quantity: units.length > 1 ? amount(units.length) : undefined,
    price: money(sumOf(units, 'price_cents')),
    vat: rate === null ? undefined : money(sumOf(units, 'vat_cents')),
    vatRate: rate === null ? undefined : `${rate}`,
    exemption: to.is_proven ? (unit.vat?.exemption ?? undefined) : undefined,
  }
}

type Returned = Unit & { back: number; kept: number; is_full: boolean }

/** Writes the mail about what was given back at once. */
export function refundMail({ work, config }: Context): Writer {
  return async (to) => {
    const { rows } = await sql<Returned & TranslatedColumns>`
      select ${unitColumns}, r.amount_cents as back, r.kept_cents as kept, r.is_full
      from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id ${boughtTables}
      where (r.id = ${to.about} or r.request_id = ${to.about}) and r.done_at is not null
        and p.user_id = ${to.user_id}
      order by p.line`.execute(work)
    if (rows.length === 0) return undefined
    return letter(config, 'refund', {
      to: to.email,
      language: to.language,
      params: returnedOf(
        to,
        rows.map((row) => namedIn(row, to.language)),
      ),
    })
  }
}

function returnedOf(to: Recipient, units: Returned[]) {
  const back = units.reduce((sum, unit) => sum + unit.back, 0)
  const festivals = [...new Set(units.flatMap(({ festival_id }) => festival_id ?? []))]
  const isEnded = units.every(({ is_full }) => is_full)
  return {
    festivalNames: names(to, units, 'festival_name'),
    planNames: names(to, units, 'item_name'),
    festivals: festivals.map((festivalId) => ({ festivalId })),
    lines: units.map((unit) => ({
      ...whatOf(to, unit),
      festival: whereOf(to, unit).festival,
      id: unit.id,
      given: money(unit.back),
      kept: unit.kept > 0 ? money(unit.kept) : undefined,
      paid: money(unit.amount_cents),
    })),
    amount: back > 0 ? money(back) : undefined,
    total: units.length > 1 ? money(back) : undefined,
    free: given(sumOf(units, 'amount_cents') === 0),
    ended: given(isEnded),
    partial: given(!isEnded),
  }
}

type Cancelled = {
  id: string
  name: string
  start_time: Date
  time_zone: string
  cancelled_reason: string | null
  has_paid: boolean
  was_given: boolean
}

/** Writes the mail about a cancelled festival, to a user who bought something for it or holds a ticket. */
export function cancellationMail({ work, config }: Context): Writer {
  return async ({ about, user_id, email, is_proven, language }) => {
    const { rows } = await sql<Cancelled>`
      select f.id, f.name, f.start_time, f.time_zone, f.cancelled_reason,
             exists (
               select from payments p
               where p.user_id = ${user_id} and p.festival_id = f.id and p.amount_cents > 0
                 and p.status in ('succeeded', 'partially_refunded', 'refunding', 'refunded')) as has_paid,
             exists (
               select from tickets t where t.holder_id = ${user_id} and t.festival_id = f.id) as was_given
      from festivals f where f.id = ${about} and f.cancelled_at is not null`.execute(work)
    const [festival] = rows
    if (!festival) return undefined
    const params = {
      festivalId: festival.id,
      festival: is_proven ? festival.name : undefined,
      start: moment(festival.start_time, festival.time_zone),
      reason: is_proven ? (festival.cancelled_reason ?? undefined) : undefined,
      bought: given(festival.has_paid),
      given: given(festival.was_given),
    }
    return letter(config, 'cancellation', { to: email, language, params })
  }
}

/** What was bought. Its name is one that an organizer chose: only a proven e-mail reads it. */
function whatOf({ is_proven }: Recipient, { payment_type, item_name }: Unit) {
  const name = is_proven ? (item_name ?? undefined) : undefined
  return {
    ticket: payment_type === 'ticket' ? name : undefined,
    stay: payment_type === 'accommodation' ? name : undefined,
    plan: payment_type === 'subscription' ? name : undefined,
  }
}

function whereOf({ is_proven }: Recipient, unit: Unit) {
  return {
    festivalId: unit.festival_id ?? undefined,
    festival: is_proven ? (unit.festival_name ?? undefined) : undefined,
    start: is_proven ? moment(unit.festival_start, unit.festival_zone) : undefined,
    end: moment(unit.festival_end, unit.festival_zone),
    where: is_proven ? (unit.festival_where ?? undefined) : undefined,
  }
}

function names(
  { is_proven }: Recipient,
  units: Unit[],
  column: 'festival_name' | 'item_name',
): string | undefined {
  const all = new Set(units.flatMap((unit) => unit[column] ?? []))
  return is_proven && all.size > 0 ? [...all].join(', ') : undefined
}

const sumOf = (
  units: Unit[],
  column: 'price_cents' | 'discount_cents' | 'amount_cents' | 'points_used' | 'vat_cents',
) => units.reduce((sum, unit) => sum + unit[column], 0)

/** A parameter that is there or not, for words that are said or not. */
const given = (isGiven: boolean) => (isGiven ? 'yes' : undefined)
