import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { cut } from '#platform/http/cursors'
import type { Infrastructure } from '#platform/http/infrastructure'
import { toEuros } from '#platform/values/money'
import { changeAction } from './change-action.ts'
import type { Activity, ActivityQuery } from './schemas.ts'
import { typesOfChanges, typesOfScans, typesOfTransfers } from './types.ts'

/** The festivals that a user may watch: all, or the ones of some organizers. */
export type Watched = 'all' | string[]

/** A source of activity, read by its time. All sources together are in the order of (at, kind, key, place). */
type Source = {
  kind: 'a' | 'p' | 's' | 't'
  table: RawBuilder<unknown>
  at: RawBuilder<Date>
  key: RawBuilder<string>
  place: RawBuilder<number>
  order: RawBuilder<unknown>
  where: RawBuilder<unknown>
}

/** A step of a payment with a refund that was refused, or failed after it was done. */
const isRefusal = sql`(e.reason like 'Refund refused: %' or e.reason like 'Refund failed: %')`

const sources: Source[] = [
  {
    kind: 'p',
    table: sql`payment_events`,
    at: sql`e.created_at`,
    key: sql`e.payment_id`,
    place: sql`e.place`,
    order: sql`e.created_at desc, e.payment_id desc, e.place desc`,
    where: sql`
      e.status in ('succeeded', 'failed', 'refunding', 'refunded', 'partially_refunded')
      and (e.status <> 'refunding' or ${isRefusal})`,
  },
  {
    kind: 's',
    table: sql`gate_scans`,
    at: sql`e.received_at`,
    key: sql`e.id`,
    place: sql`0`,
    order: sql`e.received_at desc, e.id desc`,
    where: sql`true`,
  },
  // A transfer is offered, and ends: two entries of one row.
  ...(['created_at', 'ended_at'] as const).map((time, place): Source => {
    const at = sql.ref<Date>(`e.${time}`)
    return {
      kind: 't',
      table: sql`ticket_transfers`,
      at,
      key: sql`e.id`,
      place: sql.lit(place),
      order: sql`${at} desc, e.id desc`,
      where: place === 0 ? sql`true` : sql`e.outcome <> 'lapsed'`,
    }
  }),
  {
    kind: 'a',
    table: sql`audit_log`,
    at: sql`e.at`,
    key: sql`e.id`,
    place: sql`0`,
    order: sql`e.at desc, e.id desc`,
    where: sql`
      e.action in ('festival.create', 'festival.update', 'festival.cancel', 'festival.delete')`,
  },
]

/** Returns the latest entries, newest first, and the cursor of the next page; null on the last page. */
export async function listActivity(
  db: Database,
  watched: Watched,
  { after, limit }: ActivityQuery,
): Promise<{ activities: Activity[]; next_after: string | null }> {
  const parts = sources.map((source) => {
    const newest = sql`
      select ${keyOf(source)} from ${source.table} e
      where ${source.where} and ${after === undefined ? sql`true` : follows(source, after)}`
    const order = sql`order by ${source.order} limit ${limit + 1}`
    if (watched === 'all') return sql`(${newest} ${order})`
    return sql`
      (select n.* from festivals f
       cross join lateral (${newest} and e.festival_id = f.id ${order}) n
       where f.organizer_id = any (${watched}::text[]))`
  })
  const { rows } = await sql<Row>`
    with latest as materialized (
      select * from (${sql.join(parts, sql` union all `)}) found
      order by at desc, kind desc, key desc, place desc limit ${limit + 1}
    )
    ${entriesOfLatest} order by l.at desc, l.kind desc, l.key desc, l.place desc`.execute(db)
  const { items: activities, next_after } = cut(rows.map(toActivity), limit, ({ id }) => id)
  return { activities, next_after }
}

export type ActivityNews = { activity: Activity; organizerId: string | null }

/** The position of a reader: it has seen everything visible in this snapshot, which was taken at this time. */
export type FeedPosition = { at: Date; snapshot: string }

/** A time longer than any of our transactions takes from its timestamp to its commit, in ms, multiplied by `TIMEOUT_SCALE`. */
const longest = 15_000

type Context = Pick<Infrastructure, 'db' | 'now' | 'config'>
type Reading = { place: FeedPosition | undefined; until?: FeedPosition | undefined; limit: number }

/**
 * Returns the entries that have become visible since `place`, up to `until` if given, oldest first, limited to the
 * newest `limit`, and the new position. Rows are found by the transaction that wrote them, so a late commit is not
 * missed, however early its timestamp is, and no row is returned twice.
 */
export async function readNews(
  context: Context,
  { place, until, limit }: Reading,
): Promise<{ news: ActivityNews[]; place: FeedPosition }> {
  const now = context.now()
  const since = new Date((place?.at ?? now).getTime() - longest * context.config.TIMEOUT_SCALE)
  const parts = sources.map(
    (source) => sql`
      (select ${keyOf(source)} from ${source.table} e
       where ${source.where} and ${source.at} > ${since} and ${isNews(place, until)}
       order by ${source.order} limit ${limit})`,
  )
  const { rows } = await sql<{ snapshot: string } & (Row | { at: null })>`
    with latest as materialized (
      select * from (${sql.join(parts, sql` union all `)}) found
      order by at desc, kind desc, key desc, place desc limit ${limit}
    )
    select pg_current_snapshot()::text as snapshot, told.*
    from (select) one left join (${entriesOfLatest}) told on true
    order by at, kind, key, place`.execute(context.db)
  const news = rows.flatMap((row) =>
    row.at === null ? [] : [{ activity: toActivity(row), organizerId: row.organizer_id }],
  )
  return { news, place: { at: now, snapshot: rows[0]?.snapshot ?? '' } }
}

/** Matches rows that became visible between two positions. */
function isNews(place: FeedPosition | undefined, until: FeedPosition | undefined) {
  if (!place) return sql`false`
  const isOld = sql`pg_visible_in_snapshot(${writer}, ${place.snapshot}::pg_snapshot)`
  if (!until) return sql`not ${isOld}`
  return sql`not ${isOld} and pg_visible_in_snapshot(${writer}, ${until.snapshot}::pg_snapshot)`
}

/**
 * Returns the transaction that wrote a row. The row has the lower half of its number; the upper half is
 * the current one or the one before.
 */
const writer = sql`(
  select (case when number > latest then number - 4294967296 else number end)::text::xid8
  from (select (latest / 4294967296) * 4294967296 + e.xmin::text::bigint as number, latest
        from (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as latest) present) numbered)`

function keyOf({ kind, at, key, place }: Source) {
  return sql`${at} as at, ${sql.lit(kind)} as kind, ${key} as key, ${place} as place`
}

/** The time is also a separate condition, so that the index is used. */
function follows({ kind, at, key, place }: Source, after: string) {
  const [time = '', ofKind = '', ...rest] = after.split('-')
  const cursor = { at: new Date(Number(time)), key: rest.slice(0, 5).join('-'), place: rest[5] }
  return sql`
    ${at} <= ${cursor.at} and (${at}, ${sql.lit(kind)}, ${key}, ${place})
      < (${cursor.at}::timestamptz, ${ofKind}, ${cursor.key}::uuid, ${cursor.place}::int)`
}

type Row = {
  at: Date
  kind: Source['kind']
  key: string
  place: number
  /** the status of a payment, the outcome of a scan or a transfer, or the action of a change */
  what: string
  is_refused: boolean
  name: string | null
  amount_cents: number | null
  /** the discount of a voucher; null: the entry is about no purchase */
  discount_cents: number | null
  payment_id: string | null
  festival_id: string | null
  festival_name: string | null
  organizer_id: string | null
}

/** The rows of `latest` with everything an entry shows. */
const entriesOfLatest = sql`
  select l.*, coalesce(e.status, s.outcome, ${changeAction}, case when l.place = 0 then 'offered' else x.outcome end) as what,
         coalesce(${isRefusal}, false) as is_refused,
         coalesce(tier.name, stay.name, plan.name) as name, e.amount_cents,
         case when e.payment_id is not null then p.discount_cents end as discount_cents, p.id as payment_id,
         f.id as festival_id, f.name as festival_name, f.organizer_id, d.name as gate
  from latest l
  left join payment_events e on l.kind = 'p' and e.payment_id = l.key and e.place = l.place
  left join gate_scans s on l.kind = 's' and s.id = l.key
  left join audit_log a on l.kind = 'a' and a.id = l.key
  left join ticket_transfers x on l.kind = 't' and x.id = l.key
  left join payments p on p.id = coalesce(e.payment_id, s.payment_id, x.payment_id)
    and (s.id is null or p.festival_id = s.festival_id)
  left join festivals f on f.id = coalesce(s.festival_id, a.festival_id, p.festival_id)
  left join tiers tier on p.payment_type = 'ticket' and tier.id = p.entity_id
  left join accommodations stay on p.payment_type = 'accommodation' and stay.id = p.entity_id
  left join subscriptions plan on p.payment_type = 'subscription' and plan.id = p.entity_id
  left join gate_devices d on d.id = s.device_id`

function toActivity(row: Row & { gate?: string | null }): Activity {
  const { at, kind, key: id, place, festival_id, festival_name, amount_cents, payment_id } = row
  const { discount_cents } = row
  const festival = festival_id === null ? null : { id: festival_id, name: festival_name ?? '' }
  return {
    id: `${at.getTime()}-${kind}-${id}-${place}`,
    at,
    type: typeOf(row),
    festival,
    title: titleOf(row),
    amount: amount_cents === null ? null : toEuros(amount_cents),
    discount: discount_cents === null ? null : toEuros(discount_cents),
    payment_id,
  }
}

function typeOf({ kind, what, is_refused }: Row): Activity['type'] {
  if (kind === 'a') return typesOfChanges[what] ?? 'festival.changed'
  if (kind === 's') return typesOfScans[what] ?? 'ticket.refused'
  if (kind === 't') return typesOfTransfers[what] ?? 'transfer.offered'
  if (is_refused) return 'payment.refund_refused'
  if (what === 'succeeded' || what === 'failed') return `payment.${what}`
  return 'payment.refunded'
}

function titleOf({ kind, what, name, gate, festival_name }: Row & { gate?: string | null }) {
  if (kind === 'a') return festival_name ?? ''
  if (kind === 'p' || kind === 't') return name ?? ''
  const why = what in typesOfScans ? [] : [what.replaceAll('_', ' ')]
  return [name ?? 'Unknown ticket', ...why, ...(gate ? [gate] : [])].join(', ')
}
