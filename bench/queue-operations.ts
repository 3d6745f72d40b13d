/** What happens in a queue that all users of the sales have entered, and where turns are given. */
import { randomBytes } from 'node:crypto'
import { newId } from '#platform/values/ids'
import { solutionOf } from '../test/queues.ts'
import type { Operation } from './measure.ts'
import type { Headers } from './sale-sample.ts'
import type { Stage } from './stage.ts'

/** So many numbers were given under one signature, and so many users have not entered yet. */
const [inReceipt, late] = [10, 50]

type Queue = { tier: string; id: string; url: string }

export async function inAQueue(stage: Stage, admin: Headers): Promise<Operation[]> {
  const [waits, serves] = [await aQueue(stage, admin), await aQueue(stage, admin)]
  await fill(stage, waits.id)
  await fill(stage, serves.id)
  await draw(stage, serves.id)
  const { app } = stage
  const [mine = {}] = await visitors(stage, 'in', 1)
  const coming = await visitors(stage, 'not in', late)
  const buyers = await visitors(stage, 'in', late)
  const read = (part: string): Operation => ({
    name: `GET /festivals/:id/queue${part}`,
    run: () => app.inject({ url: waits.url + part, headers: mine }),
  })
  const work = async (headers: Headers) =>
    solutionOf((await app.inject({ url: `${waits.url}/challenge`, headers })).json())
  const enter = async (headers: Headers) =>
    app.inject({
      method: 'POST',
      url: waits.url,
      headers,
      payload: { work: await work(headers) },
    })
  return [
    read(''),
    read('/challenge'),
    read('/place'),
    {
      name: 'POST /festivals/:id/queue again',
      run: () => enter(mine),
    },
    {
      name: 'POST /festivals/:id/queue',
      run: async () => {
        const next = coming.pop()
        return next && enter(next)
      },
    },
    {
      name: 'POST /payments in turn',
      expect: 201,
      run: async () => {
        const headers = buyers.pop()
        const payload = { payment_type: 'ticket', entity_id: serves.tier }
        return headers && app.inject({ method: 'POST', url: '/payments', headers, payload })
      },
    },
  ]
}

/** A festival whose only tier is sold in turn. */
async function aQueue({ app, working }: Stage, admin: Headers): Promise<Queue> {
  const [festival, tier] = [newId(), newId()]
  await working.query(
    `insert into festivals (id, name, search_name, organizer_id, start_time, end_time)
     select $1, 'Tide', 'tide', id, '2100-07-01', '2100-07-02' from organizers limit 1`,
    [festival],
  )
  await working.query(
    `insert into tiers (id, festival_id, position, name, price_cents, quantity)
     values ($1, $2, 0, 'Weekend', 5000, 1000)`,
    [tier, festival],
  )
  const url = `/festivals/${festival}/queue`
  const times = { opens_at: new Date().toISOString(), draw_at: '2100-01-01T00:00:00.000Z' }
  const payload = { tiers: [tier], ...times, source: 'organizer' }
  const set = await app.inject({ method: 'PUT', url, headers: admin, payload })
  if (set.statusCode !== 200) throw new Error(`No queue: ${set.body}`)
  return { tier, id: set.json().id, url }
}

/** Everybody but the last has entered, with a confirmed e-mail. */
async function fill({ working }: Stage, id: string): Promise<void> {
  await working.query('update users set email_proven_at = now() where email_proven_at is null')
  await working.query(
    `insert into queue_entries (queue_id, number, user_id, serves, salt, entered_at)
     select $1, n, id, n, gen_random_uuid(), now() from (
       select id, row_number() over (order by id) - 1 as n from users) u
     where n < (select count(*) from users) - $2::int`,
    [id, late],
  )
  await working.query(
    `insert into queue_receipts (queue_id, first, count, signature)
     select $1, number, $2::int, '' from queue_entries where queue_id = $1 and number % $2::int = 0`,
    [id, inReceipt],
  )
  await working.query(
    `update queue_counts set entered = (select count(*) from queue_entries where queue_id = $1)
     where queue_id = $1`,
    [id],
  )
  await working.query('analyze users, queue_entries, queue_receipts')
}

/** Drawn, and everybody has their turn. */
const draw = ({ working }: Stage, id: string) =>
  working.query(
    `insert into queue_draws (queue_id, entries, root, committed_at, randomness, proven, seed, drawn_at, serving)
     select queue_id, entered, $2, now(), $2, true, $2, now(), entered from queue_counts where queue_id = $1`,
    [id, randomBytes(32)],
  )

/** Users who have a number, the last that were given, or who have none. */
async function visitors(
  { working, as }: Stage,
  are: 'in' | 'not in',
  count: number,
): Promise<Headers[]> {
  const { rows } = await working.query<{ id: string }>(
    `select id from users where id ${are} (select user_id from queue_entries) order by id desc limit $1`,
    [count],
  )
  const found: Headers[] = []
  for (const { id } of rows) found.push(await as(id))
  return found
}
