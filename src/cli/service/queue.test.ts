/** `festival queue verify`: a drawn sale from the API, and the same with an entry that was changed. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { aQueue, someEntered, tick } from '../../../test/queues.ts'
import { aWorld } from '../../../test/world.ts'

const clock = { now: new Date('2027-03-01T12:00:00.000Z') }
const world = await aWorld({ now: () => clock.now, env: { QUEUE_WORK: '1' } })
const { get } = world

async function aDraw() {
  const queue = await aQueue(world)
  const [, mine] = await someEntered(world, queue, 5)
  clock.now = new Date(clock.now.getTime() + 600_000)
  await tick(world)
  const { body: proof } = await get(`${queue.url}/proof`)
  const { body: list } = await get(`${queue.url}/entries`)
  const { body: place } = await get(`${queue.url}/place`, { as: mine.user })
  return { proof, parts: [String(list.leaves)], mine: place }
}

async function verify(file: object | string, ...more: string[]) {
  const path = join(world.folder, 'draw.json')
  await writeFile(path, typeof file === 'string' ? file : JSON.stringify(file))
  const main = fileURLToPath(new URL('../../cli.ts', import.meta.url))
  const child = spawn(process.execPath, [main, 'queue', 'verify', path, ...more])
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { code, stdout, stderr }
}

// Requirement (rules): contract §7.18: `festival queue verify`
test('a drawn sale holds, with one’s own place', async () => {
  const { code, stdout } = await verify(await aDraw())
  assert.equal(code, 0, stdout)
  assert.match(stdout, /^(✓ .+\n){7}Your place is [1-5] of 5\n$/)
})

test('one with a changed entry does not, nor does another’s entry', async () => {
  const draw = await aDraw()
  const [part = ''] = draw.parts
  const changed = `${part[0] === 'A' ? 'B' : 'A'}${part.slice(1)}`
  const altered = await verify({ ...draw, parts: [changed] }, '--json')
  const { findings, place } = JSON.parse(altered.stdout)
  const failed = findings.find(({ ok }: { ok: boolean }) => !ok)
  assert.deepEqual([altered.code, place, failed.check], [1, null, 'entries'])
  const other = await verify({
    ...draw,
    mine: { ...draw.mine, number: (draw.mine.number + 1) % 5 },
  })
  assert.equal(other.code, 1)
  assert.match(other.stdout, /✗ The service has signed/)
})

test('what is no draw is refused in a sentence', async () => {
  for (const [file, said] of [
    ['{', /is not valid JSON/],
    [{ parts: [] }, /proof/],
  ] as const) {
    const { code, stderr } = await verify(file)
    assert.equal(code, 1)
    assert.match(stderr, said)
  }
})
