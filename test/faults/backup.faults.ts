/**
 * Backups taken while clients buy, show tickets and get refunds, each restored into another database: what
 * was acknowledged before is there, the ledger is exact, and every ticket is genuine.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { connect, connectPool } from '#platform/database/connections'
import { openCodes } from '#shop/tickets'
import { anEmptyDatabase, rowsOf } from '../databases.ts'
import { runOn, withDatabase } from '../ground.ts'
import { start } from '../service-process.ts'
import { until } from '../until.ts'
import { chanceOf } from './chance.ts'
import { quantile } from './figures.ts'
import { aSite } from './outages-site.ts'
import { Shop, type TimedAnswer } from './shop.ts'
import { sized } from './sized.ts'

const rounds = sized(2, 20)
const SECRET_KEY = 'c7Hq2vXn9mTz4KbRs8LyWd3Jf6PgUe1a'
const place = await mkdtemp(join(tmpdir(), 'festival-backups-'))
after(() => rm(place, { recursive: true, force: true }))

type Sold = { id: string; code: string | null }

/** Runs the command to its end; returns its --json output. */
async function command(args: string[], env: Record<string, string>, plant?: string) {
  const { PATH = '' } = process.env
  const planted = plant ? ['--import', './test/faults/plant.ts'] : []
  const child = spawn(process.execPath, [...planted, 'src/cli.ts', ...args, '--json'], {
    env: { PATH, DATA_DIR: place, SECRET_KEY, ...env, ...(plant && { PLANT: plant }) },
  })
  const [out, err] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  assert.ok(out.startsWith('{'), err)
  return { ...JSON.parse(out), code: child.exitCode }
}

/** A service on a database of its own, and clients that keep it busy. */
async function aBusyService() {
  const url = await anEmptyDatabase()
  const service = await start(place, ['--empty'], { DATABASE_URL: url, SECRET_KEY })
  const site = await aSite(url, place)
  const heard: TimedAnswer[] = []
  const shop = new Shop({
    services: { url: async () => service.url },
    chance: chanceOf(Date.now()),
    client: site.client,
    buyers: site.buyers,
    admins: [site.admin],
    items: () => site.items,
    heard: (one) => heard.push(one),
  })
  const visits = [0, 1, 2, 3, 4, 5].map(() => shop.visit())
  const sells = (count: number) => {
    const wanted = shop.acknowledged.size + count
    return until(`${count} more sold`, async () => shop.acknowledged.size >= wanted, 120_000)
  }
  const close = async () => {
    shop.isClosed = true
    await Promise.all(visits)
    await site.close()
    service.child.kill('SIGTERM')
    await service.ended
  }
  return { url, shop, heard, sells, close }
}

/** Sold tickets that are missing in a database, or have another code there. */
async function missing(url: string, sold: Sold[]): Promise<string[]> {
  const rows = await rowsOf<Sold>(
    url,
    'select p.id, t.code from payments p left join tickets t on t.payment_id = p.id',
  )
  const codes = new Map(rows.map(({ id, code }) => [id, code]))
  return sold.filter(({ id, code }) => codes.get(id) !== code).map(({ id }) => id)
}

async function forged(url: string, sold: Sold[]): Promise<number> {
  const pool = connectPool(url, { purpose: 'work', max: 1 })
  const codes = sold.flatMap(({ code }) => code ?? [])
  const opened = await openCodes(connect(pool), codes)
  await pool.end()
  return opened.filter((code) => 'refused' in code).length
}

test(`${rounds} backups under load, restored elsewhere, have all that was acknowledged before`, async (t) => {
  const { url, shop, heard, sells, close } = await aBusyService()
  const took = { backup: [] as number[], restore: [] as number[] }
  let [sales, bytes, rows, slowest] = [0, 0, 0, 0]
  for (let round = 0; round < rounds; round++) {
    await sells(sized(40, 300))
    const sold = [...shop.acknowledged.values()]
    const file = join(place, `${round}.tar`)
    const [from, before] = [performance.now(), shop.acknowledged.size]
    const backup = await command(['backup', file], { DATABASE_URL: url })
    const meanwhile = heard.filter((one) => one.from > from)
    slowest = Math.max(slowest, ...meanwhile.map(({ ms }) => Math.round(ms)))
    sales += shop.acknowledged.size - before
    const there = await anEmptyDatabase()
    const restored = await command(['restore', file], { DATABASE_URL: there })
    assert.deepEqual([restored.code, restored.faults], [0, []])
    assert.deepEqual(await missing(there, sold), [])
    assert.equal(await forged(there, sold), 0)
    took.backup.push(backup.seconds * 1000)
    took.restore.push(restored.seconds * 1000)
    ;[bytes, rows] = [(await stat(file)).size, restored.rows]
  }
  await close()
  assert.deepEqual(shop.wrong, [])
  t.diagnostic(
    `${rounds} backups of up to ${rows} rows in ${bytes} bytes: ${quantile(took.backup)} ms at the median,
     restored in ${quantile(took.restore)} ms; ${sales} sold meanwhile, slowest answer ${slowest} ms;
     0 of ${shop.acknowledged.size} acknowledged lost`.replaceAll(/\s+/g, ' '),
  )
})

test('a backup that is no snapshot is detected', async (t) => {
  const { url, sells, close } = await aBusyService()
  let found: string[] = []
  for (let round = 0; round < 10 && found.length === 0; round++) {
    await sells(30)
    const file = join(place, `planted ${round}.tar`)
    await command(['backup', file], { DATABASE_URL: url }, 'nosnapshot')
    const there = await anEmptyDatabase()
    found = await command(['restore', file], { DATABASE_URL: there }).then(
      ({ faults }) => faults,
      // A row that refers to a missing one cannot even be inserted.
      (error: Error) => [error.message],
    )
  }
  await close()
  t.diagnostic(`nosnapshot: ${found[0]}`)
  assert.ok(found.length > 0, 'ten backups did not show it')
})

const binaries = '/usr/lib/postgresql/15/bin/initdb'
test('from 18 to 15 and back again nothing changes', {
  skip: existsSync(binaries) ? false : "Debian's PostgreSQL 15 is not installed",
}, async () => {
  const { url, shop, sells, close } = await aBusyService()
  await sells(sized(40, 1000))
  await close()
  const sold = [...shop.acknowledged.values()]
  const folder = join(place, '15')
  await script('start', folder)
  try {
    const old = withDatabase((await readFile(join(folder, 'url'), 'utf8')).trim(), 'festival')
    await runOn(withDatabase(old, 'postgres'), 'create database festival')
    const [away, back] = [join(place, 'away.tar'), join(place, 'back.tar')]
    await command(['backup', away], { DATABASE_URL: url })
    const there = await command(['restore', away], { DATABASE_URL: old })
    assert.deepEqual([there.code, there.faults], [0, []])
    await command(['backup', back], { DATABASE_URL: old })
    const again = await anEmptyDatabase()
    const here = await command(['restore', back], { DATABASE_URL: again })
    assert.deepEqual([here.code, here.faults, here.rows], [0, [], there.rows])
    assert.deepEqual(await missing(again, sold), [])
  } finally {
    await script('stop', folder)
  }
})

const postgres15 = '.ci/postgres-15'

async function script(verb: 'start' | 'stop', folder: string) {
  const child = spawn('bash', [postgres15, verb, folder], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  assert.equal(code, 0)
}
