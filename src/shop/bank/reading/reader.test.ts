/** Statements are read in a thread, and a thread that fails costs the process nothing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { XmlDocument } from 'libxml2-wasm'
import { bankEnv, statementOf } from '../../../../test/bank/statements.ts'
import { aWorld } from '../../../../test/world.ts'

const world = await aWorld({ env: bankEnv })
const admin = await world.aUser({ roles: ['admin'] })
/** More entries than the process takes over at once. */
const many = 1_100
const file = statementOf(
  Array.from({ length: many }, (_, nth) => ({ cents: 4900 + nth, bankReference: `B${nth}` })),
)
const upload = (file: string) =>
  world.post('/bank/statements', { file, name: 'march.xml' }, { as: admin })

test('a statement with which the thread fails is refused, and nothing of it is booked', async (t) => {
  const sent = t.mock.method(Worker.prototype, 'postMessage', function end(this: Worker) {
    void this.terminate()
  })
  const { status, body } = await upload(file.toString('base64'))
  assert.equal(sent.mock.callCount(), 1)
  assert.deepEqual([status, body.code], [400, 'invalid'])
  assert.match(body.error, /^march\.xml cannot be read in time: export statements of fewer days/)
  assert.deepEqual((await world.get('/bank/entries', { as: admin })).body.entries, [])
})

test('the next one is read whole, and the process parses nothing of it', async (t) => {
  const parsed = t.mock.method(XmlDocument, 'fromBuffer')
  const { status, body } = await upload(file.toString('base64'))
  assert.deepEqual([status, body.entries, body.open], [200, many, many])
  const stored = await world.db
    .selectFrom('bank_entries')
    .select('cents')
    .orderBy('cents')
    .execute()
  assert.deepEqual(
    stored.map(({ cents }) => cents),
    Array.from({ length: many }, (_, nth) => 4900 + nth),
  )
  assert.equal(parsed.mock.callCount(), 0)
})

test('a refusal of the thread is the answer', async () => {
  const broken = await upload(Buffer.from('no statement').toString('base64'))
  assert.deepEqual([broken.status, broken.body.code], [400, 'invalid'])
  assert.match(broken.body.error, /march\.xml is not valid XML/)
  const { status, body } = await upload('no base64!')
  assert.deepEqual([status, body.fields[0].path], [400, 'file'])
})
