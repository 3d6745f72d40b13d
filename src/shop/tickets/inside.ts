import { type RawBuilder, sql } from 'kysely'

const isIn = sql`direction = 'in'`
/** The order of passages in time; of two at one moment the way in is later. */
const inTime = sql`partition by payment_id, zone order by at, direction desc`

/**
 * Returns a query for changes in the number of people inside a zone, from the passages of `gate_passages` that `which`
 * selects: `festival_id`, `zone`, `at`, and `change`, the number of people more from then on. A ticket's holder is
 * inside or outside according to its latest passage; each clash in adds one person, until as many have left, so a
 * ticket with clashes is walked through in the order of time (contract, section 8.1). The others are read in the order
 * of the index `gate_passages_of_zone`.
 */
export function changesInside(which: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`
    with recursive clashed as materialized (
      select distinct payment_id, zone from gate_passages where clash and ${which}
    ), clashing as materialized (
      select payment_id, zone, festival_id, at, ${isIn} as is_in, clash, row_number() over (${inTime}) as n
      from gate_passages join clashed using (payment_id, zone) where ${which}
    ), walked as (
      select payment_id, zone, null::uuid as festival_id, null::timestamptz as at, 0::bigint as n, 0 as holders, 0 as others
      from clashed
      union all
      select w.payment_id, w.zone, c.festival_id, c.at, c.n,
             case when not c.is_in then 0 when c.clash then w.holders else 1 end,
             case when c.is_in then w.others + c.clash::int
                  when w.holders > 0 then w.others else greatest(w.others - 1, 0) end
      from walked w join clashing c on c.payment_id = w.payment_id and c.zone = w.zone and c.n = w.n + 1
    )
    select festival_id, zone, at, (${isIn})::int - lag((${isIn})::int, 1, 0) over (${inTime}) as change
    from gate_passages where ${which} and (payment_id, zone) not in (select payment_id, zone from clashed)
    union all
    select * from (
      select festival_id, zone, at,
             holders + others - lag(holders + others) over (partition by payment_id, zone order by n) as change
      from walked) each where at is not null`
}

/** Selects the passages that decide if a ticket's holder is inside: a clash in belongs to another person. */
const ofHolder = sql`zone = 'main' and (direction = 'out' or not clash)`

/** True if the holder of a row of `tickets` with this name is in the zone `main`, according to the latest passage. */
export function isInside(ticket: string): RawBuilder<boolean> {
  return sql<boolean>`
    (${sql.ref(`${ticket}.passed_at`)} is not null and coalesce((
      select ${isIn} from gate_passages
      where festival_id = ${sql.ref(`${ticket}.festival_id`)} and payment_id = ${sql.ref(`${ticket}.payment_id`)} and ${ofHolder}
      order by at desc, direction limit 1), false))`
}

/**
 * Returns a query for the `payment_id` of a festival's tickets with a holder in the zone `main`, the latest first, from
 * before `after`. It reads the index `gate_passages_of_zone` backwards, only as far as its rows are fetched.
 */
export function ticketsInside(festivalId: string, after: string | undefined): RawBuilder<unknown> {
  const place = after === undefined ? sql`true` : sql`payment_id < ${after}`
  return sql`
    select payment_id from (
      select distinct on (payment_id) payment_id, direction from gate_passages
      where festival_id = ${festivalId} and ${ofHolder} and ${place}
      order by payment_id desc, at desc, direction) latest
    where ${isIn}`
}
