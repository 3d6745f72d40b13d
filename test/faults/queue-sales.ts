/** Sales by a queue, from the first number to the last ticket, by two services, and what must hold of them. */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { bytesOf, checkDraw } from '#common/draw/check-draw'
import { orderOf } from '#common/draw/permutation'
import { newId } from '#platform/values/ids'
import { nodeTools } from '../../src/shop/queue/proof/node-tools.ts'
import { aQueue, type QueueInTest, solutionOf } from '../queues.ts'
import { aFolder, type Service, start } from '../service-process.ts'
import { until } from '../until.ts'
import type { Person, World } from '../world.ts'
import type { Chance } from './chance.ts'
import { sized } from './sized.ts'

const [people, pieces] = [sized(40, 200), sized(16, 80)]

/** What the services and the test itself are started with. */
export const secret = { SECRET_KEY: 'Zk4nV8qXw2Lm7Rt9Yb3Hc6Jd1Fg5Ps0a', QUEUE_WORK: '1' }

/** Two services that are killed at any moment, and started again. */
export class Services {
  readonly services: (Service | undefined)[] = []
  killed = 0
  #isOver = false
  #keepers: Promise<void>[]

  constructor(world: World, chance: Chance, options: { kills: number; plant?: string }) {
    const env = {
      ...secret,
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DATABASE_URL: world.connectionString,
      ...(options.plant && {
        NODE_OPTIONS: '--import ./test/faults/plant.ts',
        PLANT: options.plant,
      }),
    }
    this.#keepers = [0, 1].map(async (slot) => {
      while (!this.#isOver) {
        const service = await start(await aFolder(), [], env)
        this.services[slot] = service
        const isLast = this.killed >= options.kills
        if (!isLast) await pause(chance.between(200, 2500))
        else while (!this.#isOver) await pause(50)
        this.services[slot] = undefined
        service.child.kill('SIGKILL')
        await service.ended
        if (!isLast) this.killed++
      }
    })
  }

  /** Asks any of the two until there is a final answer. */
  async ask(path: string, as: Person | undefined, request: QueueRequest) {
    for (let attempt = 0; !this.#isOver; attempt++) {
      const service = this.services[attempt % 2] ?? this.services[(attempt + 1) % 2]
      const answer = service && (await answerOf(service.url + path, as, request))
      const isOpen = answer?.status === 503 || answer?.body.code === 'in_progress'
      if (answer && !isOpen) return answer
      await pause(50)
    }
    throw new Error('The services are stopped')
  }

  async stop() {
    this.#isOver = true
    await Promise.all(this.#keepers)
  }
}
type QueueRequest = { client: string; body?: object; key?: string }

/** Undefined where there is no answer. */
async function answerOf(url: string, as: Person | undefined, { client, body, key }: QueueRequest) {
  const headers = {
    'x-f-authorization': client,
    ...(as && { 'x-f-authentication': as.token }),
    ...(body && { 'content-type': 'application/json' }),
    ...(key && { 'idempotency-key': key }),
  }
  try {
    const sent = body && { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(url, { headers, ...sent })
    return { status: response.status, body: (await response.json()) as any }
  } catch {
    return undefined
  }
}

type Round = { world: World; services: Services; queue: QueueInTest; crowd: Person[]; sold: number }

/** The number that each was told, each time that they asked. */
async function enterAll({
  world,
  services,
  queue,
  crowd,
}: Round): Promise<Map<string, Set<number>>> {
  const client = world.client.token
  const told = new Map<string, Set<number>>()
  const note = (as: Person, { status, body }: { status: number; body: any }) => {
    assert.equal(status, 200, body.error)
    told.set(as.id, (told.get(as.id) ?? new Set()).add(body.number))
  }
  await Promise.all(
    crowd.map(async (as) => {
      await pause(Math.random() * 4_000)
      for (let times = 0; times < 2; times++) {
        const { body } = await services.ask(`${queue.url}/challenge`, as, { client })
        note(as, await services.ask(queue.url, as, { client, body: { work: solutionOf(body) } }))
      }
      note(as, await services.ask(`${queue.url}/place`, as, { client }))
    }),
  )
  return told
}

/** Each tries to buy until it is sold out, and again once they have; returns who had more than one ticket. */
async function buyAll(round: Round): Promise<string[]> {
  const { world, services, queue, crowd } = round
  const client = world.client.token
  const body = { payment_type: 'ticket', entity_id: queue.tier.id }
  const twice: string[] = []
  await Promise.all(
    crowd.map(async (as) => {
      while (round.sold < pieces) {
        const { status } = await services.ask('/payments', as, { client, body, key: newId() })
        if (status === 201) {
          round.sold++
          const more = await services.ask('/payments', as, { client, body, key: newId() })
          if (more.status !== 403 && more.status !== 409) twice.push(as.id)
        }
        await pause(100 + Math.random() * 200)
      }
    }),
  )
  return twice
}

type Bought = { user_id: string; serves: number; serving: number; times: number }

/** What each bought, with how many had their turn by a second later. */
async function purchasesOf(world: World, { id, tier }: QueueInTest): Promise<Bought[]> {
  const { rows } = await sql<Bought>`
    select p.user_id, e.serves, count(*) over (partition by p.user_id)::int as times, (
        select coalesce(max(serving), 0) from queue_servings s
        where s.queue_id = ${id} and s.served_at <= p.created_at + interval '1 second') as serving
    from payments p left join queue_entries e on e.queue_id = ${id} and e.user_id = p.user_id
    where p.entity_id = ${tier.id} and p.status in ('pending', 'succeeded')`.execute(world.work)
  return rows
}

/** Adds tickets, and returns whether each user without a purchase is notified of their turn, once. */
async function areTold({ world, queue, crowd }: Round): Promise<boolean> {
  const { id, tier } = queue
  const more = sql`update tiers set quantity = quantity + ${crowd.length} where id = ${tier.id}`
  await more.execute(world.work)
  const untold = async () => {
    const { rows } = await sql`
      select from queue_entries e where e.queue_id = ${id} and not exists (
        select from payments p where p.user_id = e.user_id and p.entity_id = ${tier.id}
          and p.status in ('pending', 'succeeded'))
      and not exists (select from notifications n where n.user_id = e.user_id and n.type = 'queue.turn')`.execute(
      world.work,
    )
    return rows.length
  }
  await until('all are told', async () => (await untold()) === 0, 90_000)
  const { rows: twice } = await sql`
    select from notifications n join queue_entries e on e.user_id = n.user_id and e.queue_id = ${id}
    where n.type = 'queue.turn' group by n.user_id having count(*) > 1`.execute(world.work)
  return twice.length === 0
}

/** A user outside the queue asks for a place on the waiting list; returns the id of the entry, if the list is open. */
async function joinFromOutside({ world, services, queue }: Round): Promise<string | undefined> {
  const url = `/festivals/${queue.festival.id}/waiting-list`
  const body = { entity_id: queue.tier.id, quantity: 1 }
  const asked = { client: world.client.token, body, key: newId() }
  const { status, body: entry } = await services.ask(url, await world.aUser(), asked)
  return status === 201 ? entry.id : undefined
}

async function isOffered({ world }: Round, id: string | undefined): Promise<boolean> {
  if (id === undefined) return false
  const { status } = await world.work
    .selectFrom('waiting_entries')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return status === 'offered'
}

type Selling = (sold: () => number) => Promise<void>

/** One sale from its entries to its last ticket, with what happens meanwhile; returns what was wrong. */
export async function sale(
  world: World,
  services: Services,
  meanwhile: Selling = async () => {},
): Promise<string[]> {
  // On a machine that is busy a service takes longer to start than people to enter.
  await until('a service is there', async () => services.services.some(Boolean), 60_000)
  // So late that people have entered before it, although services are killed meanwhile.
  const draw_at = new Date(Date.now() + 20_000).toISOString()
  const queue = await aQueue(world, { tier: { quantity: pieces }, queue: { draw_at } })
  const crowd = await Promise.all(Array.from({ length: people }, () => world.aUser()))
  const round = { world, services, queue, crowd, sold: 0 }
  const client = world.client.token
  const told = await enterAll(round)
  const isDrawn = async () =>
    (await services.ask(queue.url, undefined, { client })).body.status === 'serving'
  await until('the draw', isDrawn, 90_000)
  const proofs = await Promise.all(
    [0, 1].map(() => services.ask(`${queue.url}/proof`, undefined, { client })),
  )
  const [twice] = await Promise.all([buyAll(round), meanwhile(() => round.sold)])
  const { body: proof } = await services.ask(`${queue.url}/proof`, undefined, { client })
  assert.ok(proof.draw.entries > 0, 'All entered after the draw: the machine is too busy')
  const { body: list } = await services.ask(`${queue.url}/entries`, undefined, { client })
  const { findings } = await checkDraw({ proof, parts: [bytesOf(list.leaves)] }, nodeTools)
  const failing = findings.filter(({ ok }) => !ok).map(({ check }) => check)
  const { placeOf } = await orderOf(bytesOf(proof.draw.seed), proof.draw.entries, nodeTools.sha256)
  const numbers = [...told.values()].flatMap((one) => [...one])
  const bought = await purchasesOf(world, queue)
  const servings = proof.servings.map(({ serving }: { serving: number }) => serving)
  const outside = await joinFromOutside(round)
  const areAllTold = await areTold(round)
  const wrong: [string, boolean][] = [
    ['A number changed, or two have the same', numbers.length !== new Set(numbers).size],
    ['Numbers have gaps', Math.max(...numbers) !== people - 1],
    [
      'A draw changed',
      proofs.some(
        ({ body }) => body.draw.seed !== proof.draw.seed || body.draw.root !== proof.draw.root,
      ),
    ],
    [`A draw does not hold: ${failing.join(', ')}`, failing.length > 0],
    [
      'Turns were taken back',
      servings.some((one: number, n: number) => one <= (servings[n - 1] ?? 0)),
    ],
    ['One bought twice', twice.length > 0 || bought.some(({ times }) => times > 1)],
    ['One bought out of turn', bought.some(({ serves, serving }) => placeOf(serves) >= serving)],
    ['Not all was sold, or more', bought.length !== pieces],
    ['One was told of a turn twice', !areAllTold],
    ['The waiting list overtook the queue', await isOffered(round, outside)],
  ]
  return wrong.flatMap(([what, is]) => (is ? [what] : []))
}
