/** The filters of the payment search of staff, as conditions of a statement. */
import { type RawBuilder, sql } from 'kysely'
import { findUsersByName } from '#identity/users'
import type { Database } from '#platform/database/tables'
import { isId } from '#platform/values/ids'
import { toCents } from '#platform/values/money'
import { toTime } from '#platform/values/time'
import { openCodes, readShortCode } from '#shop/tickets'
import { statuses } from '../model/states.ts'
import { type StaffSearch, types } from './list-schemas.ts'

/** Without a festival: the payments of all, and payments that are of none. */
export type Selection = StaffSearch & { festivalId?: string | undefined }

type Condition = RawBuilder<unknown>
/** `status` is separate: in the index of a festival it is before the ids; `isLadder` says if that index is to be used. */
export type Found = { conditions: Condition[]; status: string | undefined; isLadder: boolean }

/**
 * Returns the conditions for payments that staff look for; undefined if none can match. Words of a query are written
 * out: with a parameter the planner could not match the indexes of rare values.
 */
export async function conditionsOf(db: Database, selection: Selection): Promise<Found | undefined> {
  const { festivalId, status, type, q } = selection
  if (!isOneOf(statuses, status) || !isOneOf(types, type)) return undefined
  const named =
    q === undefined ? { is: sql`true`, isRare: false } : await namedBy(db, { q, festivalId })
  if (!named) return undefined
  const isOfRareType = type !== undefined && type !== 'ticket'
  const isLadder = festivalId !== undefined && !named.isRare && !isOfRareType
  return { conditions: [named.is, ...filtersOf(selection)], status, isLadder }
}

const filtersOf = ({ festivalId, type, amount, ...times }: Selection): Condition[] => [
  ...(festivalId === undefined ? [] : [sql`festival_id = ${festivalId}`]),
  ...(type === undefined ? [] : [sql`payment_type = ${sql.lit(type)}`]),
  ...(amount === undefined ? [] : [sql`amount_cents = ${toCents(amount)}`]),
  ...boughtWithin(times),
]

/** Returns true if a filter is absent, or one of the known words. */
function isOneOf(words: readonly string[], word: string | undefined): boolean {
  return word === undefined || words.includes(word)
}

type Search = { q: string; festivalId: string | undefined }
/** `isRare`: few enough payments match to find them by this condition. */
type Named = { is: Condition; isRare: boolean }

/** Returns the payments that a text names directly or by their buyers; undefined if it names nothing. */
async function namedBy(db: Database, { q, festivalId }: Search): Promise<Named | undefined> {
  const text = q.trim()
  if (isId(text))
    return rarely(sql`id in (select id from payments where ${text} in (id, order_id))`)
  const [opened] = await openCodes(db, [text.toUpperCase()])
  if (opened && 'payment_id' in opened) return rarely(sql`id = ${opened.payment_id}`)
  return (
    (await ofCode(db, { q: text, festivalId })) ?? (await ofCharge(db, text)) ?? ofBuyer(db, text)
  )
}

const rarely = (is: Condition): Named => ({ is, isRare: true })

/**
 * Finds the order with a number, and the tickets with a short code, which look the same: one of a festival; of all
 * festivals there may be more.
 */
async function ofCode(db: Database, { q, festivalId }: Search): Promise<Named | undefined> {
  const code = readShortCode(q)
  if (code === undefined) return undefined
  const within = festivalId === undefined ? sql`true` : sql`festival_id = ${festivalId}`
  const { rows } = await sql<{ payment_id: string }>`
    (select payment_id from tickets where short_code = ${code} and ${within} limit 50)
    union
    select p.id from orders o join payments p on p.order_id = o.id where o.number = ${code}`.execute(
    db,
  )
  const ids = rows.map(({ payment_id }) => payment_id)
  return ids.length > 0 ? rarely(sql`id = any (${ids}::uuid[])`) : undefined
}

/** Finds the order that was charged with a processor's id. */
async function ofCharge(db: Database, id: string): Promise<Named | undefined> {
  if (!/^[a-z]+_\w+$/.test(id)) return undefined
  const { rows } = await sql<{ id: string }>`
    select p.id from orders o join payments p on p.order_id = o.id where o.processor_id = ${id}`.execute(
    db,
  )
  const ids = rows.map((row) => row.id)
  return ids.length > 0 ? rarely(sql`id = any (${ids}::uuid[])`) : undefined
}

async function ofBuyer(db: Database, text: string): Promise<Named | undefined> {
  const people = await findUsersByName(db, text)
  if (!people) return undefined
  if ('ids' in people) return rarely(sql`user_id = any (${people.ids}::uuid[])`)
  // If more people have a name, the newest payments are searched instead.
  return {
    is: sql`exists (select from users u where u.id = user_id and ${people.is})`,
    isRare: false,
  }
}

/** Longest time between the id of a payment and its writing, before or after, ms. */
const apart = 3_600_000

/** Ids are in the order of time: an index finds a range of them, from which the times then choose. */
function boughtWithin({ from, to }: Pick<Selection, 'from' | 'to'>): Condition[] {
  const [since, until] = [toTime(from), toTime(to)]
  return [
    ...(since ? [sql`created_at >= ${since}`, sql`id >= ${idAt(since.getTime() - apart)}`] : []),
    ...(until ? [sql`created_at < ${until}`, sql`id < ${idAt(until.getTime() + apart)}`] : []),
  ]
}

/** Returns the first id of a millisecond; times that no id has are limited to the first or the last. */
function idAt(ms: number): string {
  const hex = Math.min(Math.max(ms, 0), 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
