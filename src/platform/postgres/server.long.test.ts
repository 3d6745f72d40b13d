import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { findPostgres, PostgresRunning, startPostgres } from './server.ts'

let place: string
let folders = 0

before(async () => {
  place = await mkdtemp(join(tmpdir(), 'festival-postgres-'))
})
after(() => rm(place, { recursive: true, force: true }))

/** A data folder with a database: a copy of an earlier one, since creating it takes time. */
async function aFolder(name = `${++folders}`): Promise<string> {
  const model = join(place, 'model')
  if (!(await stat(model).catch(() => undefined))) {
    const server = await startPostgres({ folder: model, durable: false })
    await server.stop()
  }
  const folder = join(place, name)
  await cp(model, folder, { recursive: true })
  return folder
}

async function ask(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' })
    return rows.flat()
  } finally {
    await client.end()
  }
}

test('an empty folder gets a database, and a later start finds its rows', async () => {
  const folder = join(place, 'empty')
  const first = await startPostgres({ folder, durable: false })
  assert.equal(first.fresh, true)
  assert.match(String(await ask(first.connectionString, 'select version()')), /^PostgreSQL 18\./)
  assert.deepEqual(
    await ask(first.connectionString, `select lower('ÉЁ'), current_setting('TimeZone')`),
    ['éё', 'UTC'],
  )
  await ask(first.connectionString, `create table bands as select 'Ёлка' as name`)
  await first.stop()
  assert.equal(await findPostgres(folder), undefined)

  const second = await startPostgres({ folder, durable: false })
  assert.equal(second.fresh, false)
  assert.deepEqual(await ask(second.connectionString, 'select name from bands'), ['Ёлка'])
  await second.stop()
})

test('names in any script have trigrams, and the folder is closed to others', async () => {
  const folder = await aFolder()
  const server = await startPostgres({ folder, durable: false })
  await ask(server.connectionString, 'create extension pg_trgm')
  const alike = `select similarity('Ёлка', 'ёлки') > 0.3`
  assert.deepEqual(await ask(server.connectionString, alike), [true])
  assert.equal((await stat(join(folder, 'postgres'))).mode & 0o777, 0o700)
  await server.stop()
})

test('a second start on a folder in use gets the address of the running server', async () => {
  const folder = await aFolder()
  const server = await startPostgres({ folder, durable: false })
  await assert.rejects(startPostgres({ folder }), (error: unknown) => {
    assert.ok(error instanceof PostgresRunning)
    assert.equal(error.connectionString, server.connectionString)
    return true
  })
  const found = await findPostgres(folder)
  assert.deepEqual(await ask(found ?? '', 'select 1'), [1])
  await server.stop()
})

test('of two first starts at once one runs and the other gets its message', async () => {
  const folder = join(place, 'twice')
  const starts = await Promise.allSettled([
    startPostgres({ folder, durable: false }),
    startPostgres({ folder, durable: false }),
  ])
  const running = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const refused = starts.flatMap((start) => (start.status === 'rejected' ? [start.reason] : []))
  assert.equal(running.length, 1)
  assert.ok(refused[0] instanceof PostgresRunning, String(refused[0]))
  await running[0]?.stop()
})

test('a path too long for a socket uses the temporary folder', async () => {
  const folder = await aFolder(`deep/${'long'.repeat(20)}/${'longer'.repeat(20)}`)
  const server = await startPostgres({ folder, durable: false })
  assert.deepEqual(await ask(server.connectionString, 'select 1'), [1])
  assert.equal(await findPostgres(folder), server.connectionString)
  const host = new URL(server.connectionString).searchParams.get('host') ?? ''
  assert.equal((await stat(host)).mode & 0o777, 0o700)
  await server.stop()
  await assert.rejects(stat(host), { code: 'ENOENT' })
})

test('a stale lock whose process id is reused by another program stops no start', async (t) => {
  const folder = await aFolder()
  const lock = join(folder, 'postgres', 'postmaster.pid')
  const dead = await startPostgres({ folder, durable: false })
  const text = await readFile(lock, 'utf8')
  await dead.stop()
  const other = spawn('cat')
  t.after(() => other.kill())
  await writeFile(lock, text.replace(/^\d+/, `${other.pid}`))
  assert.equal(await findPostgres(folder), undefined)
  const server = await startPostgres({ folder, durable: false })
  assert.deepEqual(await ask(server.connectionString, 'select 1'), [1])
  await server.stop()
})

test('a smart stop waits for the clients to leave', async () => {
  const server = await startPostgres({ folder: await aFolder(), durable: false })
  const client = new pg.Client({ connectionString: server.connectionString })
  await client.connect()
  const stopped = server.stop('smart')
  assert.deepEqual((await client.query('select 1 as one')).rows, [{ one: 1 }])
  await client.end()
  await stopped
})

const linux = { skip: process.platform !== 'linux' && 'only the kernel of Linux tells a child' }
test('a killed process ends its server, and no committed row is lost', linux, async (t) => {
  const folder = await aFolder()
  const code = `
    const { startPostgres } = await import(${JSON.stringify(import.meta.resolve('./server.ts'))})
    const { connectionString } = await startPostgres({ folder: ${JSON.stringify(folder)} })
    process.stdin.resume()
    process.stdout.write(connectionString)`
  const args = ['--input-type=module', '--eval', code]
  const owner = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  t.after(() => owner.kill())
  const [said] = await Promise.race([once(owner.stdout, 'data'), once(owner, 'exit')])
  const client = new pg.Client({ connectionString: String(said) })
  client.on('error', () => {})
  await client.connect()
  await client.query('create table bands as select 7 as id')
  const { promise: disconnected, resolve } = Promise.withResolvers<void>()
  client.on('end', resolve)
  owner.kill('SIGKILL')
  await disconnected

  const server = await startPostgres({ folder })
  assert.deepEqual(await ask(server.connectionString, 'select id from bands'), [7])
  await server.stop()
})

test('an impossible start is reported in a sentence that names the folder', async () => {
  const old = join(place, 'old')
  await mkdir(join(old, 'postgres'), { recursive: true })
  await writeFile(join(old, 'postgres', 'PG_VERSION'), '15\n')
  await assert.rejects(startPostgres({ folder: old }), (error: Error) => {
    assert.match(error.message, /PostgreSQL 15.*ours is 18.*festival upgrade.*DATABASE_URL/)
    return error.message.includes(old)
  })

  const broken = await aFolder()
  await rm(join(broken, 'postgres', 'global', 'pg_control'))
  await assert.rejects(startPostgres({ folder: broken }), (error: Error) => {
    assert.match(error.message, /could not find the database system/)
    return error.message.includes(broken)
  })

  const file = join(place, 'file')
  await writeFile(file, '')
  await assert.rejects(startPostgres({ folder: file }), (error: Error) =>
    error.message.includes(file),
  )
})
