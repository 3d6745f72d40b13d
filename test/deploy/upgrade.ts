/**
 * `npm run test:upgrade -- REF`: the service at REF of the history sells; this one starts beside it on the
 * same database and migrates it; then both sell, and in the end this one alone. No request may fail, every
 * sold ticket must be there, and the ledger exact. REF may also be a folder, such as one that
 * scripts/pack.ts made from an older version.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { auditLedger } from '#payments'
import { connect, connectPool } from '#platform/database/connections'
import { startPostgres } from '#platform/postgres/server'
import { Buyers } from './upgrade-buyers.ts'

const [ref] = process.argv.slice(2)
assert.ok(ref, 'Say from where: npm run test:upgrade -- REF')
const folder = mkdtempSync(join(tmpdir(), 'festival-upgrade-'))
/** How long both versions sell together at least, in ms. */
const together = 15_000

type Service = { child: ChildProcess; url: string }
const running = new Set<ChildProcess>()

/** The earlier code, with the current packages where it needs the same ones, else with its own. */
function codeOf(at: string): string {
  if (existsSync(join(at, 'src', 'main.ts'))) return at
  const code = join(folder, 'code')
  execFileSync('sh', ['-c', 'mkdir "$2" && git archive "$1" | tar -x -C "$2"', 'sh', at, code])
  const wanted = (root: string): Record<string, string> =>
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies
  const now = wanted('.')
  if (Object.entries(wanted(code)).every(([name, version]) => now[name] === version)) {
    symlinkSync(join(process.cwd(), 'node_modules'), join(code, 'node_modules'))
  } else execFileSync('npm', ['ci', '--omit=dev'], { cwd: code, stdio: 'inherit' })
  if (existsSync('pages/dist'))
    symlinkSync(join(process.cwd(), 'pages/dist'), join(code, 'pages/dist'))
  return code
}

/** Starts the service of a folder with its code, and waits until it is ready. */
async function start(code: string, connectionString: string): Promise<Service> {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: code,
    env: {
      PATH,
      DATA_DIR: folder,
      DATABASE_URL: connectionString,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      DATABASE_CONNECTIONS: '5',
      SECRET_KEY: 'what both of these services share',
    },
  })
  running.add(child)
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        said += chunk
        const [, port] = /http:\/\/localhost:(\d+)/.exec(said) ?? []
        if (port && /Ready in/.test(said)) resolve(`http://127.0.0.1:${port}`)
      })
    }
    child.once('exit', () => reject(new Error(said)))
  })
  return { child, url }
}

async function stop({ child }: Service): Promise<void> {
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  assert.equal(code, 0)
}

async function run(connectionString: string, at: string): Promise<void> {
  const buyers = new Buyers()
  const old = await start(codeOf(at), connectionString)
  buyers.services = [old]
  buyers.part = 'before'
  const tokens = await buyers.open(folder)
  const visits = tokens.map((as) => buyers.visit(as))
  await pause(3000)
  buyers.part = 'while it migrates'
  const fresh = await start(process.cwd(), connectionString)
  buyers.part = 'the old code alone, on the new tables'
  await pause(together)
  buyers.part = 'both'
  buyers.services = [old, fresh]
  await pause(together)
  buyers.part = 'after'
  buyers.services = [fresh]
  await pause(1000)
  await stop(old)
  await pause(3000)
  buyers.close()
  await Promise.all(visits)
  for (const [id, as] of buyers.sold) {
    const { status } = await buyers.ask(`/payments/${id}`, { as })
    assert.equal(status, 200, `payment ${id} is gone`)
  }
  await stop(fresh)
  const pool = connectPool(connectionString, { max: 1, purpose: 'work' })
  const { rows } = await pool.query('select name from migrations order by applied_at, name')
  const faults = await auditLedger(connect(pool))
  await pool.end()
  process.stdout.write(
    `${JSON.stringify({ from: at, sold: buyers.sold.size, counts: buyers.counts, last: rows.slice(-4).map(({ name }) => name) }, null, 2)}\n`,
  )
  assert.deepEqual(buyers.failures, [])
  assert.deepEqual(faults, [])
  assert.ok(buyers.sold.size > 0, 'nothing was sold')
}

const server = await startPostgres({ folder, durable: false })
try {
  await run(server.connectionString, ref)
} finally {
  for (const child of running) child.kill('SIGKILL')
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
