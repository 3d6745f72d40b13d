/** Streams of a service that is killed while notifications are sent. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { notify } from '#messaging/notifications'
import { openReader, type Reader } from './event-stream.ts'
import { aNotice } from './notices.ts'
import { until } from './until.ts'
import { aWorld, type Person } from './world.ts'

const world = await aWorld()
const { db, bus, client } = world
let child: ChildProcess | undefined
after(() => child?.kill('SIGKILL'))

/** Starts the service on the world's database; returns its port. */
async function startService(port: string): Promise<string> {
  const { PATH = '' } = process.env
  const env = {
    PATH,
    PORT: port,
    HOST: '127.0.0.1',
    DATABASE_URL: world.connectionString,
    DATABASE_CONNECTIONS: '5',
    DATA_DIR: world.folder,
  }
  const service = spawn(process.execPath, ['src/main.ts'], { env })
  child = service
  let output = ''
  service.stdout.on('data', (chunk) => {
    output += chunk
  })
  service.stderr.on('data', (chunk) => {
    output += chunk
  })
  await until('the service', async () => {
    assert.equal(service.exitCode, null, output)
    return /Ready in/.test(output)
  })
  const [, taken = ''] = /http:\/\/localhost:(\d+)/.exec(output) ?? []
  assert.ok(taken, output)
  return taken
}

async function kill() {
  const ended = child && once(child, 'exit')
  child?.kill('SIGKILL')
  await ended
}

/** A client that reconnects, with the id of the last message it got, whenever its stream ends. */
function aClient(as: Person, url: string) {
  const arrived: number[] = []
  const done = new AbortController()
  let [current, opened] = [undefined as Reader | undefined, 0]
  const run = async () => {
    while (!done.signal.aborted) {
      const reader = await openReader(url, {
        'x-f-authorization': client.token,
        'x-f-authentication': as.token,
        'last-event-id': `${arrived.at(-1) ?? 0}`,
      }).catch(() => undefined)
      current = reader
      if (reader?.status === 200) {
        opened++
        await reader.over
        arrived.push(...reader.messages.map(({ id }) => id))
      }
      current = undefined
      if (!done.signal.aborted) await pause(50)
    }
  }
  const finished = run()
  return {
    as,
    arrived: () => [...arrived, ...(current?.messages.map(({ id }) => id) ?? [])],
    isOpen: () => current?.status === 200 && !current.isOver(),
    opened: () => opened,
    stop: async () => {
      done.abort()
      current?.close()
      await finished
    },
  }
}

// Requirement (rules): contract §6 500 streams, a restart under them: nothing is lost or doubled
test('500 streams over two kills: every notification arrives once, in order, at every client', async () => {
  const port = await startService('0')
  const people = await Promise.all(Array.from({ length: 500 }, () => world.aUser()))
  const clients = people.map((as) => aClient(as, `http://127.0.0.1:${port}/notifications/sse`))
  const allOpen = () => until('all streams', async () => clients.every(({ isOpen }) => isOpen()))
  await allOpen()

  const told = new AbortController()
  let round = 0
  const telling = async () => {
    for (; !told.signal.aborted; round++) {
      const chosen = people.filter((_, index) => (index + round) % 9 === 0)
      const notices = chosen.map((user) => aNotice(user, { message: 'x'.repeat(round % 300) }))
      await notify({ db, bus, now: new Date() }, notices)
      await pause(5)
    }
  }
  const going = telling()
  const untilTold = async (rounds: number) => {
    const end = round + rounds
    await until('what is told', async () => round >= end)
  }
  for (let kills = 0; kills < 2; kills++) {
    await untilTold(20)
    await kill()
    await untilTold(10)
    await startService(port)
    await allOpen()
  }
  await untilTold(10)
  told.abort()
  await going

  const { rows } = await sql<{ user_id: string; last: number }>`
    select user_id, last from inboxes`.execute(db)
  const lastOf = new Map(rows.map(({ user_id, last }) => [user_id, last]))
  await until('everything', async () =>
    clients.every(({ as, arrived }) => arrived().length >= (lastOf.get(as.id) ?? 0)),
  )
  for (const { as, arrived, opened } of clients) {
    const expected = Array.from({ length: lastOf.get(as.id) ?? 0 }, (_, n) => n + 1)
    assert.deepEqual(arrived(), expected)
    assert.ok(expected.length > 5 && opened() >= 3, `${expected.length} ${opened()}`)
  }
  await Promise.all(clients.map(({ stop }) => stop()))
})
