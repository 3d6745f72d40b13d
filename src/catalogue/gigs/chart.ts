import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'
import type { Bus } from '#platform/sync/bus'
import { Memory } from '#platform/sync/memory'
import { most } from './schemas.ts'
import { nextChange } from './totals.ts'

type Sources = Pick<Infrastructure, 'reads' | 'work' | 'bus' | 'now'>
type ChartRow = { id: string; name: string; photo: string | null; gig_count: number }
type ChartPosition = Pick<ChartRow, 'id' | 'name' | 'gig_count'>

/** The leading artists when all were counted. All others come after `last`; if it is undefined, there are no others. */
type Leaders = { ids: string[]; last: ChartPosition | undefined; age: number }

/**
 * The number of leaders that are counted again for every chart: enough that it takes long until too few
 * remain.
 */
const mostLeading = 400
/** From this number of changed artists on, all are counted again. */
const mostChanged = 2000
/** Cleared when all gigs or all artists are announced as changed. */
const allNames = ['gigs:all', 'artist:all']

/**
 * Returns the artists with the most upcoming gigs, ties by name, then id. All artists are counted at most once a
 * minute; each chart counts only the leaders of that time, and artists that changed since. Time alone only removes
 * gigs, so no other artist can have overtaken them.
 */
class Chart {
  readonly #db: Database
  readonly #work: Database
  readonly #memory: Memory<Leaders>
  /** the age at which each artist last changed */
  readonly #changed = new Map<string, number>()
  #age = 0

  constructor({ reads, work, bus, now }: Sources) {
    this.#db = reads
    this.#work = work
    bus.on('catalogue', (names) => this.#note(names))
    this.#memory = new Memory({ bus, now, topic: 'catalogue', most: 1 })
  }

  /** Returns at most `limit` artists, and until when the order holds if nothing changes. */
  async read(now: Date, limit: number) {
    const leaders = await this.#leaders(now)
    const chart = await this.#count(leaders, { now, limit })
    if (isWhole(chart.artists, leaders, limit)) return chart
    this.#memory.drop(allNames)
    return this.#count(await this.#leaders(now), { now, limit })
  }

  async #leaders(now: Date): Promise<Leaders> {
    const leaders = await this.#memory.recall('leaders', async () => {
      const age = ++this.#age
      const value = { ...(await findLeaders(this.#work, now)), age }
      for (const [id, changed] of this.#changed) if (changed < age) this.#changed.delete(id)
      return { value, names: allNames }
    })
    if (!leaders) throw new Error('A chart has leaders, or none')
    return leaders
  }

  #note(names: string[]) {
    for (const name of names) {
      const [, id] = /^(?:gigs:artist|artist):([\da-f-]{36})$/.exec(name) ?? []
      if (id) this.#changed.set(id, this.#age)
    }
    if (this.#changed.size <= mostChanged) return
    this.#changed.clear()
    this.#memory.drop(allNames)
  }

  async #count({ ids, age }: Leaders, { now, limit }: { now: Date; limit: number }) {
    const changed = [...this.#changed].flatMap(([id, at]) => (at >= age ? id : []))
    const { rows } = await sql<ChartRow & { until: Date | null }>`
      with leader as materialized (
        select id, (
          select count(*)::int from gigs
          where artist_id = c.id and start_time > ${now} and expected_until is null
        ) + (
          select count(*)::int from gigs
          where artist_id = c.id and start_time is null and expected_until >= ${now}
        ) as gig_count
        from (select unnest(${ids}::uuid[]) as id union select unnest(${changed}::uuid[])) c
      )
      select a.id, a.name, a.photo, leader.gig_count, next.until
      from ${nextChange(now)} as next (until)
      left join (leader join artists a using (id)) on leader.gig_count > 0
      order by leader.gig_count desc nulls last, a.name, a.id limit ${limit}`.execute(this.#db)
    const artists = rows.flatMap(({ until: _until, ...row }) => (row.id === null ? [] : [row]))
    return { artists, until: rows[0]?.until ?? undefined }
  }
}

/** Counts along the index by artist, which needs no memory, however many artists there are. */
async function findLeaders(db: Database, now: Date) {
  const counted = sql`
    select artist_id as id, count(*)::int as gig_count from gigs
    where artist_id is not null and (start_time > ${now} and expected_until is null or expected_until >= ${now})
    group by artist_id`
  const { rows } = await sql<Omit<ChartPosition, 'name'>>`
    ${counted} order by gig_count desc limit ${mostLeading + 1}`.execute(db)
  const { gig_count = 0 } = rows[mostLeading] ?? {}
  const above = rows.flatMap((row) => (row.gig_count > gig_count ? row.id : []))
  if (above.length > most.charted) return { ids: above, last: { gig_count, name: '', id: '' } }
  if (gig_count === 0) return { ids: above, last: undefined }
  // So many artists have the same number of gigs that their names decide.
  const { rows: tied } = await sql<ChartPosition>`
    select a.id, a.name, leader.gig_count
    from (${counted} order by gig_count desc fetch first ${mostLeading} rows with ties) leader
    join artists a using (id) order by leader.gig_count desc, a.name, a.id limit ${mostLeading}`.execute(
    db,
  )
  return { ids: tied.map(({ id }) => id), last: tied.at(-1) }
}

/** Returns true if no artist other than the leaders can be among them. */
function isWhole(artists: ChartPosition[], { last }: Leaders, limit: number): boolean {
  const lowest = artists.at(-1)
  if (!last) return true
  return artists.length === limit && lowest !== undefined && !isAfter(lowest, last)
}

/** The order of the chart, with names in the order of PostgreSQL's "C" collation. */
function isAfter(chartPosition: ChartPosition, other: ChartPosition): boolean {
  if (chartPosition.gig_count !== other.gig_count) return chartPosition.gig_count < other.gig_count
  const byName = Buffer.compare(Buffer.from(chartPosition.name), Buffer.from(other.name))
  return byName === 0 ? chartPosition.id > other.id : byName > 0
}

const charts = new WeakMap<Bus, Chart>()

/** Returns the chart of this process. */
export function chartOf(app: Sources): Chart {
  const chart = charts.get(app.bus) ?? new Chart(app)
  charts.set(app.bus, chart)
  return chart
}
