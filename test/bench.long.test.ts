/** The parts of the benchmark that decide: what fails, what counts as slower, and where two answers differ. */
import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Type } from 'typebox'
import { Timestamp } from '#platform/values/time'
import { judge } from '../bench/against/judge.ts'
import { differences } from '../bench/differences.ts'
import { columnsOf, objectOf } from '../bench/reference/fields.ts'
import { printed } from '../bench/row.ts'
import { type Run, runPart } from '../bench/run.ts'
import { startServer } from '../bench/server.ts'

const folder = await mkdtemp(join(tmpdir(), 'festival-bench-test-'))
after(() => rm(folder, { recursive: true, force: true }))

function aRun() {
  const said: string[] = []
  const closing = new AsyncDisposableStack()
  const run = { closing, say: (line: string) => void said.push(line) } as unknown as Run
  return { run, said }
}

test('a part that measures nothing fails by its name', async () => {
  const [row] = await runPart(aRun().run, 'growth', async () => [])
  assert.equal(row?.failed, true)
  assert.equal(row?.work, 'growth')
  assert.equal(row?.detail, 'It measured nothing')
})

test('a part that fails has its servers stopped, and the process that ran it can end', async () => {
  const file = join(folder, 'server.mjs')
  // Like the service, it ends only when it is asked to.
  await writeFile(file, "setInterval(() => {}, 1000); process.send({ url: 'ready' })")
  const pids: number[] = []
  const part = async ({ closing }: Run) => {
    const how = { root: folder, file: 'server.mjs', env: {}, log: join(folder, 'log') }
    const server = await startServer(closing, how)
    await server.hear('url')
    pids.push(server.pid)
    throw new Error('duplicate key value')
  }
  const [row] = await runPart(aRun().run, 'orders', part)
  assert.equal(row?.failed, true)
  assert.match(row?.detail ?? '', /duplicate key value/)
  assert.equal(pids.length, 1)
  assert.throws(() => process.kill(pids[0] ?? 0, 0), { code: 'ESRCH' })
})

test('rows of a part that works are not failures', async () => {
  const rows = await runPart(aRun().run, 'tokens', async () => [printed('token', '7/s')])
  assert.deepEqual(
    rows.map(({ work, failed }) => ({ work, failed })),
    [{ work: 'token', failed: undefined }],
  )
})

test('differences of two answers are listed by the path of the field, each once', () => {
  const tier = { id: 'a', zones: ['main'] }
  const expected = { festivals: [{ tickets: [tier, tier] }, { tickets: [tier] }], total: 2 }
  const actual = {
    festivals: [{ tickets: [{ id: 'a' }, { id: 'a' }] }, { tickets: [{ id: 'b', zones: [] }] }],
    total: 2,
    page: 1,
  }
  assert.deepEqual(differences(expected, actual), [
    'festivals[].tickets[].zones is missing',
    'festivals[].tickets[].id is "b", not "a"',
    'festivals[].tickets[].zones has 0 elements, not 1',
    'page is not expected',
  ])
  assert.deepEqual(differences(expected, structuredClone(expected)), [])
})

test('a build counts as slower beyond 3 %, and beyond the spread of the earlier build', () => {
  const old = [10, 12, 10, 11, 10]
  const times = (factor: number) => old.map((time) => time * factor)
  const steady = { old, again: times(1.01) }
  assert.equal(judge({ ...steady, next: times(1.02) }).isSlower, false)
  assert.equal(judge({ ...steady, next: times(1.05) }).isSlower, true)
  assert.equal(judge({ ...steady, next: times(0.8) }).isSlower, false)
  const noisy = { old, again: old.map((time, round) => (round === 2 ? time * 0.9 : time)) }
  assert.equal(judge({ ...noisy, next: times(1.08) }).isSlower, false)
  assert.equal(judge({ ...noisy, next: times(1.12) }).isSlower, true)
  // One disturbed round does not decide.
  const disturbed = times(1.01).with(1, 40)
  assert.equal(judge({ ...steady, next: disturbed }).isSlower, false)
})

test('a server of the benchmark ends when the process that started it is gone', async () => {
  const usage = new URL('../bench/usage.ts', import.meta.url).href
  const server = join(folder, 'orphan.mjs')
  await writeFile(server, "setInterval(() => {}, 1000); process.send('ready')")
  const starter = join(folder, 'starter.mjs')
  await writeFile(
    starter,
    `import { fork } from 'node:child_process'
     const child = fork(${JSON.stringify(server)}, { execArgv: ['--import', ${JSON.stringify(usage)}], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
     child.once('message', () => process.send('ready'))`,
  )
  const parent: ChildProcess = fork(starter, {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  await once(parent, 'message')
  parent.stdout?.resume()
  parent.kill('SIGKILL')
  // Both have this pipe open: it closes when the server, too, has ended.
  const [, signal] = await once(parent, 'close')
  assert.equal(signal, 'SIGKILL')
})

test('the reference selects every field that the service always answers', () => {
  const schema = Type.Object({
    id: Type.String(),
    price: Type.Number(),
    published_at: Timestamp,
    distance: Type.Optional(Type.Number()),
  })
  const price = { price: 'f.price_cents / 100.0' }
  assert.equal(
    columnsOf(schema, 'f', price),
    'f.id as id, f.price_cents / 100.0 as price, f.published_at as published_at',
  )
  assert.match(
    objectOf(schema, 'f', price),
    /^json_build_object\('id', f\.id, 'price', f\.price_cents \/ 100\.0, 'published_at', to_char\(/,
  )
})
