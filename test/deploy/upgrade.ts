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
import { parseEnv } from 'node:util'
import { auditLedger } from '#payments'
import { connect, connectPool } from '#platform/database/connections'
import { startPostgres } from '#platform/postgres/server'
import { newId } from '#platform/values/ids'

const [ref] = process.argv.slice(2)
assert.ok(ref, 'Say from where: npm run test:upgrade -- REF')
const folder = mkdtempSync(join(tmpdir(), 'festival-upgrade-'))
/** How long both versions sell together at least, and how many clients buy at once. */
const [together, buyers] = [15_000, 6]

type Service = { child: ChildProcess; url: string }
const running = new Set<ChildProcess>()
type Answer = { status: number; body: any }
type Ask = { method?: string; as?: string; body?: object; key?: string }

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

/** Clients that buy at the running services, and record the answers. */
class Fair {
  services: Service[] = []
  part = ''
  /** how often each part of the run got each status; 0 for no answer */
  readonly counts: Record<string, Record<string, number>> = {}
  readonly sold = new Map<string, string>()
  #client = ''
  #admin = ''
  #turn = 0
  #isOver = false

  /** Retries when told to, as every client should. */
  async ask(path: string, asked: Ask = {}): Promise<Answer> {
    for (let attempt = 0; ; attempt++) {
      const { mayComeBack, ...answer } = await this.#try(path, asked)
      const counts = (this.counts[this.part] ??= {})
      counts[answer.status] = (counts[answer.status] ?? 0) + 1
      if (!mayComeBack || attempt === 30) return answer
      await pause(200)
    }
  }

  async #try(path: string, asked: Ask): Promise<Answer & { mayComeBack: boolean }> {
    try {
      const response = await this.#send(path, asked)
      const { status, headers } = response
      const body: unknown = await response.json().catch(() => undefined)
      return { status, body, mayComeBack: status === 503 && headers.has('retry-after') }
    } catch {
      return { status: 0, body: undefined, mayComeBack: false }
    }
  }

  #send(path: string, { method = 'GET', as, body, key }: Ask): Promise<Response> {
    const service = this.services[this.#turn++ % this.services.length]
    const headers = {
      ...(this.#client && { 'x-f-authorization': this.#client }),
      ...(as && { 'x-f-authentication': as }),
      ...(body && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    }
    const sent = body && { body: JSON.stringify(body) }
    return fetch(`${service?.url}${path}`, { method, headers, ...sent })
  }

  async open(): Promise<string[]> {
    const {
      CLIENT_ID: client_id,
      CLIENT_SECRET: client_secret,
      ADMIN_EMAIL: email,
      ADMIN_PASSWORD: password,
    } = parseEnv(readFileSync(join(folder, 'first-start.env'), 'utf8'))
    this.#client = (
      await this.ask('/auth/client', { method: 'POST', body: { client_id, client_secret } })
    ).body.token
    this.#admin = (
      await this.ask('/auth/user', { method: 'POST', body: { email, password } })
    ).body.token
    return Promise.all(
      Array.from({ length: buyers }, (_, nth) => this.#join(`buyer${nth}@festival.local`)),
    )
  }

  async #join(email: string): Promise<string> {
    const login = { email, password: newId() }
    await this.ask('/users', {
      method: 'POST',
      body: { firstName: 'Robin', lastName: 'Try', ...login },
    })
    return (await this.ask('/auth/user', { method: 'POST', body: login })).body.token
  }

  /** Reads, buys, reads the purchase, is admitted or refunded, and repeats. */
  async visit(as: string): Promise<void> {
    while (!this.#isOver) {
      const { body } = await this.ask('/festivals?time=upcoming')
      const festival = body.festivals[this.#turn % body.festivals.length]
      const tier = festival.tickets[this.#turn % festival.tickets.length]
      const sale = { payment_type: 'ticket', entity_id: tier.id }
      const { status, body: payment } = await this.ask('/payments', {
        method: 'POST',
        as,
        body: sale,
        key: newId(),
      })
      if (status !== 201) continue
      this.sold.set(payment.id, as)
      await this.ask(`/payments/${payment.id}`, { as })
      await this.ask('/users/i', { as })
      await this.ask('/notifications', { as })
      const by = { as: this.#admin, body: {} }
      if (this.sold.size % 2)
        await this.ask(`/payments/${payment.id}/validate`, { method: 'PUT', ...by })
      else
        await this.ask(`/payments/${payment.id}/refund`, {
          method: 'POST',
          ...by,
          body: { reason: 'test' },
        })
      await this.ask(`/festivals/${festival.id}`, {
        method: 'PUT',
        ...by,
        body: { venue: newId() },
      })
    }
  }

  close(): void {
    this.#isOver = true
  }

  /** What no part may have: errors, and requests without an answer. */
  get failures(): string[] {
    return Object.entries(this.counts).flatMap(([part, counts]) =>
      Object.entries(counts).flatMap(([status, count]) =>
        (Number(status) >= 500 && status !== '503') || status === '0'
          ? [`${part}: ${count} times ${status}`]
          : [],
      ),
    )
  }
}

async function run(connectionString: string, at: string): Promise<void> {
  const fair = new Fair()
  const old = await start(codeOf(at), connectionString)
  fair.services = [old]
  fair.part = 'before'
  const tokens = await fair.open()
  const visits = tokens.map((as) => fair.visit(as))
  await pause(3000)
  fair.part = 'while it migrates'
  const fresh = await start(process.cwd(), connectionString)
  fair.part = 'the old code alone, on the new tables'
  await pause(together)
  fair.part = 'both'
  fair.services = [old, fresh]
  await pause(together)
  fair.part = 'after'
  fair.services = [fresh]
  await pause(1000)
  await stop(old)
  await pause(3000)
  fair.close()
  await Promise.all(visits)
  for (const [id, as] of fair.sold) {
    const { status } = await fair.ask(`/payments/${id}`, { as })
    assert.equal(status, 200, `payment ${id} is gone`)
  }
  await stop(fresh)
  const pool = connectPool(connectionString, { max: 1, purpose: 'work' })
  const { rows } = await pool.query('select name from migrations order by applied_at, name')
  const faults = await auditLedger(connect(pool))
  await pool.end()
  process.stdout.write(
    `${JSON.stringify({ from: at, sold: fair.sold.size, counts: fair.counts, last: rows.slice(-4).map(({ name }) => name) }, null, 2)}\n`,
  )
  assert.deepEqual(fair.failures, [])
  assert.deepEqual(faults, [])
  assert.ok(fair.sold.size > 0, 'nothing was sold')
}

const server = await startPostgres({ folder, durable: false })
try {
  await run(server.connectionString, ref)
} finally {
  for (const child of running) child.kill('SIGKILL')
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
