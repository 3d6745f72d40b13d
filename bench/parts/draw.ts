/** How long a browser takes to read a draw of a million entries from the service, and to compute all of it again. */
import { randomBytes } from 'node:crypto'
import { partSize, rootOfParts, seedOf } from '#common/draw/leaves'
import { connect, connectPool } from '#platform/database/connections'
import { newId } from '#platform/values/ids'
import { sha256 } from '../../src/shop/queue/proof/sha256.ts'
import { launch } from '../../test/browser/chromium.ts'
import { run as query } from '../databases.ts'
import { median } from '../load.ts'
import { atMost } from '../row.ts'
import { type Part, scaled } from '../run.ts'
import { startService } from '../service.ts'

/** Round 1000 of drand's quicknet: its signature is checked like that of any other. */
const signature = Buffer.from(
  'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
  'hex',
)

export const draw: Part = async (run) => {
  const { databases, rounds, say, closing } = run
  const entries = scaled(run, { full: 1_000_000, quick: 100_000, check: 5_000 })
  const database = await databases.empty()
  say(`a draw of ${entries} entries`)
  const festival = await fill(database, entries)
  const service = await startService(run, { database })
  const browser = await launch()
  closing.defer(() => browser.close())
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const page = await (await browser.newContext()).newPage()
    const began = performance.now()
    await page.goto(`${service.url}/guide/${festival}/queue/proof`)
    await page.getByText('Everything holds', { exact: true }).waitFor({ timeout: 120_000 })
    times.push((performance.now() - began) / 1_000)
    await page.context().close()
  }
  const detail = `from opening the page to the verdict, over HTTP, the service on the same machine; each round ${times.map((time) => time.toFixed(1)).join(', ')} s`
  const reached = { figure: median(times), target: 10, unit: ' s' } as const
  return [atMost(`checking a draw of ${entries} entries in a browser`, reached, detail)]
}

/** A festival whose queue is drawn, with entries of random hashes; returns its id. */
async function fill(database: string, entries: number): Promise<string> {
  const [festival_id, id] = [newId(), newId()]
  await query(database, `insert into organizers (id, name) values ('harbour', 'Harbour')`)
  await query(
    database,
    `insert into festivals (id, name, search_name, organizer_id, start_time, end_time)
     values ($1, 'Tide', 'tide', 'harbour', '2100-07-01', '2100-07-02')`,
    [festival_id],
  )
  const pool = connectPool(database, { max: 1, purpose: 'work' })
  const db = connect(pool)
  const draw_at = new Date('2023-08-23T15:58:24Z')
  const times = { opens_at: new Date('2023-08-22T12:00:00Z'), draw_at, created_at: draw_at }
  const keys = {
    commitment: randomBytes(32),
    receipt_key: randomBytes(32),
    secrets: randomBytes(92),
  }
  const source = { source: 'drand', round: 1000, groups_of: 1 } as const
  await db
    .insertInto('queues')
    .values({ id, festival_id, ...times, ...keys, ...source })
    .execute()
  await db.insertInto('queue_counts').values({ queue_id: id, entered: entries }).execute()
  const hashes: Uint8Array[] = []
  for (let part = 0; part * partSize < entries; part++) {
    const leaves = randomBytes(32 * Math.min(partSize, entries - part * partSize))
    const hash = Buffer.from(await sha256(leaves))
    hashes.push(hash)
    await db.insertInto('queue_parts').values({ queue_id: id, part, leaves, hash }).execute()
  }
  const root = Buffer.from(await rootOfParts({ queue_id: id, entries, hashes }, sha256))
  const drawn = { queue_id: id, root, entries, randomness: signature }
  const seed = Buffer.from(await seedOf(drawn, sha256))
  await db
    .insertInto('queue_draws')
    .values({ ...drawn, seed, proven: true, committed_at: draw_at, drawn_at: draw_at })
    .execute()
  await pool.end()
  return festival_id
}
