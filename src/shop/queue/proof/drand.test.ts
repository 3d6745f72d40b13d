/** The round of drand behind a draw: a recorded one of the real network. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, beforeEach, test } from 'node:test'
import { bytesOf, checkDraw } from '#common/draw/check-draw'
import { aQueue, someEntered, tick } from '../../../../test/queues.ts'
import { aWorld } from '../../../../test/world.ts'
import { fetchRound, isRound, roundFrom, timeOfRound } from './drand.ts'
import { nodeTools } from './node-tools.ts'

const signature =
  'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39'
const chain = '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971'
const answer = { status: 200, signature }
const asked: string[] = []
const drand = createServer((request, response) => {
  asked.push(`${request.url}`)
  response.statusCode = answer.status
  response.end(JSON.stringify({ round: 1000, randomness: 'x', signature: answer.signature }))
})
await once(drand.listen(0, '127.0.0.1'), 'listening')
after(() => drand.close())
const address = drand.address()
assert.ok(address && typeof address === 'object')

/** Round 1000 is fixed for a draw a minute before it. */
const published = timeOfRound(1000)
const draw_at = new Date(published.getTime() - 60_000)
const start = new Date(draw_at.getTime() - 600_000)
const clock = { now: start }
const env = { QUEUE_WORK: '1', DRAND_URL: `http://127.0.0.1:${address.port}` }
const world = await aWorld({ now: () => clock.now, env })
const { get } = world
const seconds = (time: Date, after: number) => new Date(time.getTime() + after * 1000)

beforeEach(() => {
  clock.now = start
  Object.assign(answer, { status: 200, signature })
  asked.length = 0
})

async function entered() {
  const queue = await aQueue(world, { queue: { source: 'drand' } })
  return { ...queue, people: await someEntered(world, queue, 4) }
}
const drawOf = async ({ url }: { url: string }) => (await get(url)).body.draw

test('a round is the one that follows a moment, and only its own signature is one', async () => {
  assert.equal(published.toISOString(), '2023-08-23T15:59:24.000Z')
  assert.deepEqual([roundFrom(published), roundFrom(seconds(published, 1))], [1000, 1001])
  assert.ok(await isRound(1000, Buffer.from(signature, 'hex')))
  assert.ok(!(await isRound(1001, Buffer.from(signature, 'hex'))))
  for (const wrong of [signature.replace('b4', 'b5'), signature.slice(2), '']) {
    assert.ok(!(await isRound(1000, Buffer.from(wrong, 'hex'))))
  }
})

// Requirement (rules): contract §7.18: the round that was fixed before
test('the order follows from the round that was fixed when the queue was made', async () => {
  const queue = await entered()
  assert.deepEqual([queue.queue.round, queue.queue.round_at], [1000, published.toISOString()])
  clock.now = draw_at
  await tick(world)
  const committed = await drawOf(queue)
  assert.deepEqual([committed.entries, committed.seed], [4, null])
  assert.equal((await get(queue.url)).body.status, 'drawing')
  assert.deepEqual(asked, [], 'not before its time')
  clock.now = published
  await tick(world)
  assert.deepEqual(asked, [`/${chain}/public/1000`])
  const drawn = await drawOf(queue)
  assert.deepEqual([drawn.proven, drawn.root], [true, committed.root])
  assert.deepEqual(bytesOf(drawn.randomness), Uint8Array.from(Buffer.from(signature, 'hex')))
  const { body: proof } = await get(`${queue.url}/proof`)
  const { body } = await get(`${queue.url}/entries`)
  const checked = { proof, parts: [bytesOf(body.leaves)], mine: queue.people[2] }
  const { findings, place } = await checkDraw(checked, nodeTools)
  assert.deepEqual([findings.filter(({ ok }) => !ok), typeof place], [[], 'number'])
  const other = await checkDraw({ ...checked, proof: { ...proof, round: 1001 } }, nodeTools)
  assert.deepEqual(
    other.findings.flatMap(({ ok, check }) => (ok ? [] : check)),
    ['randomness', 'fixed_before'],
  )
})

// Requirement (rules): contract §7.18: a missed round is not replaced
test('a relay that lies or is away is asked again, until the round counts as missed', async () => {
  const queue = await entered()
  clock.now = draw_at
  await tick(world)
  clock.now = published
  answer.signature = signature.replace('b4', 'a4')
  await tick(world)
  answer.status = 503
  await tick(world)
  assert.equal((await drawOf(queue)).seed, null)
  clock.now = seconds(published, 899)
  await tick(world)
  assert.equal((await drawOf(queue)).seed, null)
  clock.now = seconds(published, 900)
  await tick(world)
  const { seed, proven } = await drawOf(queue)
  assert.deepEqual([typeof seed, proven], ['string', false])
  const { body: proof } = await get(`${queue.url}/proof`)
  const { body } = await get(`${queue.url}/entries`)
  const { findings } = await checkDraw({ proof, parts: [bytesOf(body.leaves)] }, nodeTools)
  assert.deepEqual(
    findings.flatMap(({ ok, check }) => (ok ? [] : check)),
    ['fixed_before'],
  )
})

// Requirement (rules): contract §7.18: entries that were fixed too late
test('entries that were fixed after the round was known are not proven', async () => {
  const queue = await entered()
  clock.now = published
  await tick(world)
  const { seed, proven } = await drawOf(queue)
  assert.deepEqual([typeof seed, proven], ['string', false])
})

/** A relay that answers by `respond`; `left` resolves when a caller disconnects before the answer. */
async function aRelay(respond: (response: ServerResponse) => void) {
  const { promise: left, resolve } = Promise.withResolvers<void>()
  const server = createServer((_, response) => {
    response.once('close', () => {
      if (!response.writableEnded) resolve()
    })
    respond(response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  after(() => server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, left }
}
const right = (response: ServerResponse) => response.end(JSON.stringify({ signature }))
const lying = (response: ServerResponse) =>
  response.end(JSON.stringify({ signature: signature.replace('b4', 'a4') }))

// Requirement (rules): contract §7.18: the relays of drand
test('several relays are asked at once: the first valid answer counts, and the others are left', async () => {
  const [silent, wrong, good] = [await aRelay(() => {}), await aRelay(lying), await aRelay(right)]
  const closed = 'http://127.0.0.1:9'
  const urls = [silent.url, closed, wrong.url, good.url]
  // The timeout is practically unlimited: an answer that waited for the silent relay would never come.
  const found = await fetchRound(urls, { round: 1000, patienceMs: 2 ** 31 - 1 })
  assert.equal(found?.toString('hex'), signature)
  await silent.left
  assert.equal(await fetchRound([closed, wrong.url], { round: 1000 }), undefined)
})
