import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { readMonth } from '../src/gigs/month.ts'
import { chart, countGigs, inMonth, pageOfGigs, upcoming } from '../src/gigs/queries.ts'

pg.defaults.parseInputDatesAsUTC = true
const pool = new pg.Pool({
  host: '/tmp/dev',
  user: 'festival',
  database: 'gm_scratch',
  max: 1,
  options: '-c timezone=UTC -c random_page_cost=4',
})
const seen: { sql: string; parameters: readonly unknown[] }[] = []
const db = new Kysely<any>({
  dialect: new PostgresDialect({ pool }),
  log: (e) => {
    if (e.level === 'query') seen.push(e.query)
    else console.log(e.error)
  },
})
const now = new Date('2027-01-01T00:00:00Z')
const verbose = process.argv[2]
const m = inMonth(readMonth({ month: '2027-07' })!)
const artist = (
  await pool.query(
    'select artist_id from gigs where artist_id is not null group by 1 order by count(*) desc limit 1',
  )
).rows[0].artist_id
const cases: [string, () => Promise<unknown>][] = [
  ['default p1', () => pageOfGigs(db, { window: upcoming(now) }, { page: 1, limit: 20 })],
  [
    'default deep p20000',
    () => pageOfGigs(db, { window: upcoming(now) }, { page: 20000, limit: 20 }),
  ],
  ['default into TBA', () => pageOfGigs(db, { window: upcoming(now) }, { page: 23000, limit: 20 })],
  [
    'default past end',
    () => pageOfGigs(db, { window: upcoming(now) }, { page: 1000000000, limit: 100 }),
  ],
  ['default count', () => countGigs(db, { window: upcoming(now) })],
  ['month p1', () => pageOfGigs(db, { window: m }, { page: 1, limit: 20 })],
  ['month count', () => countGigs(db, { window: m })],
  ['month TBA part', () => pageOfGigs(db, { window: m }, { page: 640, limit: 20 })],
  [
    'month+big country p1',
    () => pageOfGigs(db, { window: m, country: 'COUNTRY 0' }, { page: 1, limit: 20 }),
  ],
  ['month+big country count', () => countGigs(db, { window: m, country: 'COUNTRY 0' })],
  [
    'month+small country p1',
    () => pageOfGigs(db, { window: m, country: 'COUNTRY 57' }, { page: 1, limit: 20 }),
  ],
  ['month+small country count', () => countGigs(db, { window: m, country: 'COUNTRY 57' })],
  [
    'small country p1',
    () => pageOfGigs(db, { window: upcoming(now), country: 'COUNTRY 57' }, { page: 1, limit: 20 }),
  ],
  ['small country count', () => countGigs(db, { window: upcoming(now), country: 'COUNTRY 57' })],
  [
    'big country p1',
    () => pageOfGigs(db, { window: upcoming(now), country: 'COUNTRY 0' }, { page: 1, limit: 20 }),
  ],
  [
    'big country deep',
    () =>
      pageOfGigs(db, { window: upcoming(now), country: 'COUNTRY 0' }, { page: 2000, limit: 20 }),
  ],
  ['big country count', () => countGigs(db, { window: upcoming(now), country: 'COUNTRY 0' })],
  [
    'unknown country p1',
    () => pageOfGigs(db, { window: upcoming(now), country: 'nowhere' }, { page: 1, limit: 20 }),
  ],
  ['artist p1', () => pageOfGigs(db, { window: upcoming(now), artist }, { page: 1, limit: 20 })],
  ['artist count', () => countGigs(db, { window: upcoming(now), artist })],
  [
    'artist+month+country',
    () => pageOfGigs(db, { window: m, artist, country: 'country 0' }, { page: 1, limit: 20 }),
  ],
  ['chart', () => chart(db, now, 100)],
]
const indexes = (plan: any, out = new Map<string, number>()) => {
  const used = (plan['Actual Loops'] ?? 0) > 0
  const n = plan['Index Name']
    ? plan['Index Name'] + (plan['Node Type'].includes('Only') ? '*' : '')
    : plan['Node Type'] === 'Seq Scan'
      ? 'SEQ ' + plan['Relation Name']
      : ''
  if (n && used) out.set(n, (out.get(n) ?? 0) + 1)
  for (const p of plan.Plans ?? []) indexes(p, out)
  return out
}
for (const [name, run] of cases) {
  if (verbose && verbose !== name) continue
  seen.length = 0
  const r: any = await run()
  const q = seen[0]!
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    await pool.query('set plan_cache_mode=' + mode)
    const text = 'explain (analyze, buffers, format json) ' + q.sql
    let best: any
    for (let i = 0; i < 2; i++) {
      const e = (await pool.query({ name: mode + name + i, text, values: [...q.parameters] }))
        .rows[0]['QUERY PLAN'][0]
      if (!best || e['Execution Time'] < best['Execution Time']) best = e
    }
    console.log(
      name.padEnd(26),
      mode.slice(6, 12),
      `${best['Execution Time'].toFixed(1)} ms`.padStart(10),
      Array.isArray(r) ? r.length + ' rows' : r,
      [...indexes(best.Plan).keys()].join(' '),
    )
    if (verbose) {
      const e = (
        await pool.query({
          name: mode + name + 't',
          text: 'explain (analyze) ' + q.sql,
          values: [...q.parameters],
        })
      ).rows
      console.log(e.map((x: any) => x['QUERY PLAN']).join('\n'))
    }
  }
}
await pool.end()
