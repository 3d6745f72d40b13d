import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'
import type { Bus } from '#platform/sync/bus'
import { type FreshValue, Memory } from '#platform/sync/memory'
import { fold } from '#platform/values/text'
import { monthOf } from '#platform/values/time'
import { nameOf, partsOf, type Selection } from './selection.ts'

/** A start in the order of a selection, and the number of timed gigs before it. */
type Entry = { start: Date | '-infinity'; before: number }

export type Totals = {
  timed: number
  tba: number
  /** Positions along the timed gigs, so that a late page is found without reading all gigs before it. */
  index: Entry[]
  /** The time when the counts become wrong without any change; absent if never. */
  until?: Date | undefined
}

type Counts = { timed: number; tba: number; starts: Date | null; ends: Date | null }
type Months = { froms: Date[]; untils: Date[] }

/** The number of months ahead that are counted separately. Few gigs come after that. */
const horizon = 60
const beginning: Entry = { start: '-infinity', before: 0 }

/**
 * The number of gigs in each selection, cached until one of its gigs changes or starts, or is no longer expected.
 * Upcoming gigs are counted by month: after a change, only its own month is counted again.
 */
class Calendar {
  readonly #db: Database
  readonly #totals: Memory<Totals>
  readonly #months: Memory<number>

  constructor({ reads, bus, now }: Pick<Infrastructure, 'reads' | 'bus' | 'now'>) {
    this.#db = reads
    this.#totals = new Memory({ bus, now, topic: 'catalogue', most: 1000 })
    this.#months = new Memory({ bus, now, topic: 'catalogue', most: 200 })
  }

  async count(selection: Selection): Promise<Totals> {
    const { window, artist = '', country = '' } = selection
    const key = `${window.month ?? ''} ${artist.toLowerCase()} ${fold(country)}`
    const everythingFrom = artist === '' && country === '' ? window.now : undefined
    const totals = await this.#totals.recall(key, async () => {
      const value = everythingFrom
        ? await this.#countUpcoming(everythingFrom, selection)
        : await this.#countSelected(selection)
      return { value, names: [nameOf(selection)], until: value.until } satisfies FreshValue<Totals>
    })
    if (!totals) throw new Error('A count gives a number')
    return totals
  }

  async #countSelected(selection: Selection): Promise<Totals> {
    const { timed, tba } = partsOf(selection)
    const { rows } = await sql<Counts>`
      select timed.*, tba.*
      from (select count(*)::int as timed, min(g.start_time) as starts ${timed}) timed,
           (select count(*)::int as tba, min(g.expected_until) as ends ${tba}) tba`.execute(
      this.#db,
    )
    const counts = theOne(rows)
    const changes = selection.window.now ? changeAfter(counts) : undefined
    return { timed: counts.timed, tba: counts.tba, index: [beginning], until: changes }
  }

  async #countUpcoming(now: Date, selection: Selection): Promise<Totals> {
    const { froms, untils } = monthsAfter(now)
    const [first, last] = [froms[0], untils.at(-1)]
    if (!first || !last) throw new Error('There are months ahead')
    const { tba } = partsOf(selection)
    const [{ rows }, months] = await Promise.all([
      sql<Counts & { later: number }>`
        select timed.*, later.*, tba.*
        from (select count(*)::int as timed, coalesce(min(start_time), ${first}) as starts
              from gigs where start_time > ${now} and start_time < ${first} and expected_until is null) timed,
             (select count(*)::int as later from gigs where start_time >= ${last} and expected_until is null) later,
             (select count(*)::int as tba, min(g.expected_until) as ends ${tba}) tba`.execute(
        this.#db,
      ),
      this.#countMonths({ froms, untils }),
    ])
    const counts = theOne(rows)
    const index = [beginning, { start: first, before: counts.timed }]
    let before = counts.timed
    for (const [nth, gigs] of months.entries()) {
      before += gigs
      index.push({ start: untils[nth] ?? last, before })
    }
    return { timed: before + counts.later, tba: counts.tba, index, until: changeAfter(counts) }
  }

  /** Counts the months that are not cached in one statement, sent once all of them listen for changes. */
  async #countMonths(months: Months): Promise<number[]> {
    const keys = months.froms.map((from) => from.toISOString().slice(0, 7))
    const remembered = keys.map((key) => this.#months.peek(key))
    const due = [...keys.keys()].filter((index) => remembered[index] === undefined)
    let counting: Promise<Map<number, number>> | undefined
    const counted = due.map((index) =>
      this.#months.recall(`${keys[index]}`, async () => {
        counting ??= countMonths(this.#db, months, due)
        return { value: (await counting).get(index) ?? 0, names: [`gigs:${keys[index]}`] }
      }),
    )
    const found = await Promise.all(counted)
    return remembered.map((gigs, index) => gigs ?? found[due.indexOf(index)] ?? 0)
  }
}

/** Counts each month separately, so that each is a scan along the index. */
async function countMonths(db: Database, { froms, untils }: Months, due: number[]) {
  const at = (times: Date[]) => due.map((index) => times[index])
  const { rows } = await sql<{ index: number; gigs: number }>`
    select m.index, (
      select count(*)::int from gigs
      where start_time >= m.since and start_time < m.before and expected_until is null
    ) as gigs
    from unnest(${due}::int[], ${at(froms)}::timestamptz[], ${at(untils)}::timestamptz[])
      as m (index, since, before)`.execute(db)
  return new Map(rows.map(({ index, gigs }) => [index, gigs]))
}

function monthsAfter(now: Date): Months {
  const ahead = Array.from({ length: horizon }, (_, index) =>
    monthOf(now.getUTCFullYear(), now.getUTCMonth() + 2 + index),
  )
  return { froms: ahead.map(({ from }) => from), untils: ahead.map(({ until }) => until) }
}

/** A gig is upcoming until it starts; a gig to be announced, until its festival ends. */
function changeAfter({ starts, ends }: Pick<Counts, 'starts' | 'ends'>): Date | undefined {
  const instants = [starts?.getTime() ?? [], ends ? ends.getTime() + 1 : []].flat()
  return instants.length > 0 ? new Date(Math.min(...instants)) : undefined
}

function theOne<Row>([row]: Row[]): Row {
  if (!row) throw new Error('A count gives a row')
  return row
}

const calendars = new WeakMap<Bus, Calendar>()

/** Returns the cache of this process. */
export function countGigs(
  app: Pick<Infrastructure, 'reads' | 'bus' | 'now'>,
  selection: Selection,
): Promise<Totals> {
  const calendar = calendars.get(app.bus) ?? new Calendar(app)
  calendars.set(app.bus, calendar)
  return calendar.count(selection)
}

/** Selects the next instant after `now` at which a gig is no longer upcoming, or null. */
export function nextChange(now: Date): RawBuilder<Date | null> {
  return sql<Date | null>`(select least(
    (select min(start_time) from gigs where start_time > ${now} and expected_until is null),
    (select min(expected_until) from gigs where start_time is null and expected_until >= ${now})
      + interval '1 millisecond'))`
}
