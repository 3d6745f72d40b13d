/**
 * The setting of the stream measurement: users with tokens, the service, and readers in processes of their
 * own.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, connectPool } from '#platform/database/connections'
import { type Database } from '#platform/database/tables'
import { type Bus, createBus } from '#platform/sync/bus'
import { run } from '../databases.ts'
import type { Run } from '../run.ts'
import { type Service, startService, tokensFor } from '../service.ts'
import type { Opening } from './stream-readers.ts'

const readers = 2
/** The organizer that all users follow. */
export const organizer = 'everybodys-favourite'

export type Stage = {
  service: Service
  db: Database
  bus: Bus
  database: string
  /** the user of each reader: those of the first process, then those of the next */
  users: string[]
  headers: Record<string, string>[]
  children: ChildProcess[]
}

/** Starts them for this many users; the run's `closing` stops them. */
export async function openStage({ databases, closing }: Run, count: number): Promise<Stage> {
  const database = await databases.empty()
  const users = await makeUsers(database, count)
  // The machine's limit of open files applies to each process.
  const service = await startService({ databases, closing }, { database })
  const { users: headers } = await tokensFor(database, users)
  const pool = connectPool(database, { max: 2, purpose: 'work' })
  closing.defer(() => pool.end())
  const bus = await createBus(database)
  closing.defer(() => bus.close())
  const children = Array.from({ length: readers }, () =>
    fork(new URL('stream-readers.ts', import.meta.url)),
  )
  closing.defer(() => {
    for (const child of children) child.kill('SIGKILL')
  })
  return { service, db: connect(pool), bus, database, users, headers, children }
}

/** Users who all follow an organizer; the first may publish. */
async function makeUsers(database: string, count: number): Promise<string[]> {
  await run(database, 'insert into organizers (id, name, approved_at) values ($1, $1, now())', [
    organizer,
  ])
  const made = await run<{ id: string }>(
    database,
    `insert into users (id, first_name, last_name, email, email_key, roles)
     select gen_random_uuid(), 'User', n::text, n || '@people.example', n || '@people.example',
            case n when 1 then array['admin'] else '{}' end
     from generate_series(1, $1::int) n returning id`,
    [count],
  )
  const users = made.map(({ id }) => id)
  await run(
    database,
    `insert into interests (id, user_id, organizer_id)
     select gen_random_uuid(), id, $1 from unnest($2::uuid[]) id`,
    [organizer, users],
  )
  await run(database, 'analyze')
  return users
}

/** Opens the streams of the first users, and waits until each has started. */
export async function open({ service, headers, children }: Stage, count: number) {
  const own = Math.ceil(count / children.length)
  const opening = children.map(async (child, nth) => {
    const mine = headers.slice(nth * own, Math.min(count, (nth + 1) * own))
    const open: Opening = {
      port: Number(new URL(service.url).port),
      client: mine[0]?.['x-f-authorization'] ?? '',
      users: mine.map((header) => header['x-f-authentication'] ?? ''),
    }
    await ask(child, { open })
  })
  await Promise.all(opening)
}

/** Sends a message and returns the answer. @throws Error when the process ends instead */
export async function ask<T>(child: ChildProcess, message: object): Promise<T> {
  const over = new AbortController()
  const { signal } = over
  const answered = once(child, 'message', { signal })
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`A process of readers ended with ${code}`)
  })
  try {
    child.send(message)
    const [answer] = await Promise.race([answered, ended])
    return answer
  } finally {
    over.abort()
    await Promise.allSettled([answered, ended])
  }
}
