/** Ctrl+C while documents are exported, sent to the command as a process of its own. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { orderA } from '../../../test/documents/samples.ts'
import { aDocument } from '../../../test/documents.ts'
import { aPaidTicket } from '../../../test/sales.ts'
import { until } from '../../../test/until.ts'
import { aWorld } from '../../../test/world.ts'

const world = await aWorld()
const folder = await mkdtemp(join(tmpdir(), 'festival-documents-'))
after(() => rm(folder, { recursive: true, force: true }))

/** Copies a document so many times: enough that it takes longer than a signal. */
async function fill(copies: number) {
  const { id: order_id } = await aPaidTicket(world)
  await aDocument(world, { order_id, seller: '', festival_ids: [] })
  await sql`
    insert into documents
    select (jsonb_populate_record(d, jsonb_build_object(
      'id', gen_random_uuid(), 'reason', 'refund', 'sequence', n, 'number', 'HN-' || n,
      'data', ${JSON.stringify(orderA())}::jsonb))).*
    from documents d, generate_series(2, ${copies}::int) n`.execute(world.db)
}

test('an export that is interrupted leaves nothing behind', async () => {
  await fill(4_000)
  const args = ['--import', './src/compiled.mjs', 'src/cli.ts', 'documents', 'export']
  const child = spawn(process.execPath, [...args, join(folder, 'books'), '--month', '2027-01'], {
    env: { ...process.env, NODE_TEST_CONTEXT: '', DATABASE_URL: world.connectionString },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said = text(child.stderr)
  const written = () => readdir(join(folder, 'books.part', '_operator')).catch(() => [])
  await until('files are written', async () => (await written()).length > 0)
  child.kill('SIGINT')
  const [code] = await once(child, 'exit')
  assert.deepEqual([code, await readdir(folder)], [130, []])
  assert.equal(await said, 'error: Stopped: nothing was written\n')
})
