/** Mails to buyers: their purchases, their refunds, and the consequences of a cancelled festival. */
import { sql } from 'kysely'
import {
  addressedTo,
  festivalFacts,
  type MailedFestival,
  mailedFestival,
  readName,
  readText,
} from '#catalogue/organizers'
import {
  amount,
  letter,
  moment,
  money,
  type Recipient,
  ticketLinks,
  type Writer,
} from '#messaging/mail'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'
import type { Attachment } from '#platform/outgoing/mail'
import { attachedTicket } from '#shop/tickets'
import { namedIn, type TranslatedColumns } from '../model/purchased-item.ts'
import { isPaid } from '../model/states.ts'
import { type Unit, unitColumns, unitTables } from './units.ts'

type Context = Pick<Infrastructure, 'work' | 'config'>

/** Writes the confirmation of a purchase, or of a complimentary order, with the tickets that its buyer still holds. */
export function purchaseMail({ work, config }: Context): Writer {
  return async (to) => {
    const { rows } = await sql<Unit & TranslatedColumns>`
      select ${unitColumns(config)} from payments p ${unitTables}
      where p.order_id = ${to.about} and p.user_id = ${to.user_id} order by p.line`.execute(work)
    const units = rows.map((row) => namedIn(row, to.language))
    const [first] = units
    if (!first) return undefined
    const attachments = await ticketsOf(work, units, to)
    const params = {
      ...confirmationOf(to, units),
      ...ticketLinks(to),
      on: moment(first.created_at, first.festival_zone),
      attached: given(attachments.length > 0),
      invoiceAttached: given(to.documents === 'attached'),
      invoiceFollows: given(to.documents === 'follows'),
      invoiceListed: given(to.documents === 'listed'),
      simulated: given(!first.livemode),
    }
    const kind = first.given_by === null ? 'purchase' : 'complimentary'
    return letter(config, kind, { ...addressedTo(to, units), attachments, params })
  }
}

/** Writes the confirmation of one purchase: any number of units, of one festival or several. */
export function confirmationOf(to: Recipient, units: Unit[]) {
  const [total, paid] = [sumOf(units, 'price_cents'), sumOf(units, 'amount_cents')]
  const [points, discount] = [sumOf(units, 'points_used'), sumOf(units, 'discount_cents')]
  const festivals = festivalsOf(units)
  return {
    id: units[0]?.order_number ?? to.about,
    festivalNames: festivalNames(to, units),
    planNames: itemNames(to, units),
    festivals: festivals.map((unit) => festivalFacts(to, unit)),
    lines: [...Map.groupBy(units, ({ entity_id }) => entity_id).values()].map((line) => ({
      ...lineOf(to, line),
      // With one festival its name is stated above.
      festival: festivals.length > 1 ? festivalNames(to, line) : undefined,
    })),
    total: points + discount > 0 || units.length > 1 ? money(total) : undefined,
    discount: discount > 0 ? money(discount) : undefined,
    points: points > 0 ? amount(points) : undefined,
    pointsWorth: money(total - discount - paid),
    paid: money(paid),
  }
}

/** Returns the tickets to attach; for an unconfirmed e-mail only tickets of organizers that may sell. */
async function ticketsOf(db: Database, units: Unit[], to: Recipient): Promise<Attachment[]> {
  const files: Attachment[] = []
  // One after the other: each takes the event loop for a moment.
  for (const { id, status, festival_id, may_sell } of units) {
    const isTicket = festival_id !== null && isPaid(status) && (to.is_proven || may_sell)
    const file = isTicket ? await attachedTicket(db, { paymentId: id, reader: to }) : undefined
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
    exemption: readText(to, unit.vat?.exemption ?? null),
  }
}

type Returned = Unit & { back: number; kept: number; is_full: boolean }

/** Writes the mail about refunds that were requested together. */
export function refundMail({ work, config }: Context): Writer {
  return async (to) => {
    const { rows } = await sql<Returned & TranslatedColumns>`
      select ${unitColumns(config)}, r.amount_cents as back, r.kept_cents as kept, r.is_full
      from refunds r join payments p on p.id = r.payment_id ${unitTables}
      where (r.id = ${to.about} or r.request_id = ${to.about}) and r.done_at is not null and r.refused is null
        and p.user_id = ${to.user_id}
      order by p.line`.execute(work)
    if (rows.length === 0) return undefined
    const units = rows.map((row) => namedIn(row, to.language))
    return letter(config, 'refund', { ...addressedTo(to, units), params: returnedOf(to, units) })
  }
}

function returnedOf(to: Recipient, units: Returned[]) {
  const back = units.reduce((sum, unit) => sum + unit.back, 0)
  const isEnded = units.every(({ is_full }) => is_full)
  return {
    festivalNames: festivalNames(to, units),
    planNames: itemNames(to, units),
    festivals: festivalsOf(units).map((unit) => festivalFacts(to, unit)),
    lines: units.map((unit) => ({
      ...whatOf(to, unit),
      festival: readName(to, unit, unit.festival_name),
      id: unit.order_number ?? unit.id,
      given: money(unit.back),
      kept: unit.kept > 0 ? money(unit.kept) : undefined,
      paid: money(unit.amount_cents),
    })),
    amount: back > 0 ? money(back) : undefined,
    total: units.length > 1 ? money(back) : undefined,
    free: given(sumOf(units, 'amount_cents') === 0),
    creditNoteAttached: given(to.documents === 'attached'),
    creditNoteFollows: given(to.documents === 'follows'),
    creditNoteListed: given(to.documents === 'listed'),
    ...(to.documents === 'listed' ? ticketLinks(to) : withoutLinks),
    ended: given(isEnded),
    partial: given(!isEnded),
  }
}

/** For a mail without a link to the tickets. */
const withoutLinks = { email: undefined, proven: undefined, unproven: undefined, guest: undefined }

type Cancelled = MailedFestival & {
  cancelled_reason: string | null
  has_paid: boolean
  was_given: boolean
}

/** Writes the mail about a cancelled festival, to a user with a purchase for it or a ticket. */
export function cancellationMail({ work, config }: Context): Writer {
  return async (to) => {
    const { rows } = await sql<Cancelled>`
      select ${mailedFestival(config)}, f.cancelled_reason,
             exists (
               select from payments p
               where p.user_id = ${to.user_id} and p.festival_id = f.id and p.amount_cents > 0
                 and p.status in ('succeeded', 'partially_refunded', 'refunding', 'refunded')) as has_paid,
             exists (
               select from tickets t where t.holder_id = ${to.user_id} and t.festival_id = f.id) as was_given
      from festivals f left join organizers o on o.id = f.organizer_id
      where f.id = ${to.about} and f.cancelled_at is not null`.execute(work)
    const [festival] = rows
    if (!festival) return undefined
    const params = {
      ...festivalFacts(to, festival),
      reason: readText(to, festival.cancelled_reason),
      bought: given(festival.has_paid),
      given: given(festival.was_given),
    }
    return letter(config, 'cancellation', { ...addressedTo(to, [festival]), params })
  }
}

/** Returns the name of the item, under its kind. */
function whatOf(to: Recipient, unit: Unit) {
  const name = itemName(to, unit)
  return {
    ticket: unit.payment_type === 'ticket' ? name : undefined,
    stay: unit.payment_type === 'accommodation' ? name : undefined,
    plan: unit.payment_type === 'subscription' ? name : undefined,
  }
}

/** Memberships are sold by the operator, all else by the organizer of a festival. */
const itemName = (to: Recipient, unit: Unit) =>
  readName(to, { may_sell: unit.may_sell || unit.payment_type === 'subscription' }, unit.item_name)

/** A unit of each festival. */
function festivalsOf(units: Unit[]): Unit[] {
  const ofFestivals = units.filter(({ festival_id }) => festival_id !== null)
  return [...new Map(ofFestivals.map((unit) => [unit.festival_id, unit])).values()]
}

export const festivalNames = (to: Recipient, units: Unit[]) =>
  listed(units.map((unit) => readName(to, unit, unit.festival_name)))
export const itemNames = (to: Recipient, units: Unit[]) =>
  listed(units.map((unit) => itemName(to, unit)))

/** Each name once. */
const listed = (names: (string | undefined)[]) =>
  [...new Set(names.flatMap((name) => name ?? []))].join(', ') || undefined

const sumOf = (
  units: Unit[],
  column: 'price_cents' | 'discount_cents' | 'amount_cents' | 'points_used' | 'vat_cents',
) => units.reduce((sum, unit) => sum + unit[column], 0)

/** Returns the value of an optional parameter, for words that depend on it. */
const given = (isGiven: boolean) => (isGiven ? 'yes' : undefined)
