/** One PostgreSQL for the whole run, and a database with all migrations that each test file copies. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { connectPool } from '#platform/database/connections'
import { migrate } from '#platform/database/migrate'
import { startPostgres } from '#platform/postgres/server'

const shared = '/dev/shm'
const enough = 1024 ** 3

/** Starts PostgreSQL, or takes the one of TEST_DATABASE_URL, and tells the tests of it in the environment. */
async function openGround(): Promise<AsyncDisposable> {
  await using stack = new AsyncDisposableStack()
  await moveToMemory(stack)
  const connectionString = process.env['TEST_DATABASE_URL'] ?? (await startOurs(stack))
  const template = `template_${randomBytes(6).toString('hex')}`
  await runOn(connectionString, `create database ${template}`)
  stack.defer(() => runOn(connectionString, `drop database ${template}`))
  const pool = connectPool(withDatabase(connectionString, template), { max: 1, purpose: 'work' })
  await migrate(pool)
  await pool.end()
  // The first process that needs the API description stores it here for all.
  const description = join(tmpdir(), `festival-${template}.json`)
  stack.defer(() => rm(description, { force: true }))
  Object.assign(process.env, {
    TEST_DATABASE_URL: connectionString,
    TEST_TEMPLATE: template,
    TEST_DESCRIPTION: description,
  })
  return stack.move()
}

/**
 * Runs `node --test` with these arguments on this ground, and returns its exit code. The ground is not a global setup of the
 * runner, which `--test-force-exit` ends before its teardown has (Node 26.12).
 */
export async function runOnGround(args: string[]): Promise<number> {
  await using _ = await openGround()
  const child = spawn(process.execPath, ['--import=./test/quick-start.ts', '--test', ...args], {
    stdio: 'inherit',
  })
  // The terminal interrupts the child too, which ends by itself; what others send is passed on.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill())
  const [code] = await once(child, 'exit')
  return code ?? 1
}

/**
 * Keeps temporary files in memory where there is space: a database is copied thirty times faster there.
 * Tests that break disks on purpose use a real one.
 */
async function moveToMemory(stack: AsyncDisposableStack) {
  if (process.env['FAULTS']) return
  const { bavail, bsize } = await statfs(shared).catch(() => ({ bavail: 0, bsize: 0 }))
  if (bavail * bsize < enough) return
  await sweep()
  const memory = await mkdtemp(join(shared, `${ours}${process.pid}-`))
  stack.defer(() => rm(memory, { recursive: true, force: true }))
  // PostgreSQL does not run as the superuser but as another user, who needs access to the folder.
  await chmod(memory, 0o711)
  process.env['TMPDIR'] = memory
}

const ours = 'festival-test-'

/** Removes the folders that killed runs have left in memory. */
async function sweep(): Promise<void> {
  for (const name of await readdir(shared)) {
    const pid = name.startsWith(ours) && Number.parseInt(name.slice(ours.length), 10)
    if (pid && !isRunning(pid)) await rm(join(shared, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function startOurs(stack: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'festival-test-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const server = await startPostgres({ folder, durable: false })
  stack.defer(() => server.stop())
  return server.connectionString
}

/** Runs a statement that cannot run in a transaction, such as creating a database. */
export async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** Returns the address of another database on the same server. */
export function withDatabase(connectionString: string, name: string): string {
  const url = new URL(connectionString)
  url.pathname = `/${name}`
  return url.href
}
