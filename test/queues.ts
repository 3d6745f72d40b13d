/** Waiting rooms of sales in tests: set up, entered, drawn and served as the service does each second. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { cancelWithFestivals } from '../src/shop/queue/changes.ts'
import { commitDraws, drawSeeds } from '../src/shop/queue/draw.ts'
import { notifyQueues } from '../src/shop/queue/notify.ts'
import { serveQueues } from '../src/shop/queue/serve.ts'
import { aTier } from './buying.ts'
import { aFestival, anOrganizer } from './catalogue.ts'
import type { Person, World } from './world.ts'

const minute = 60_000

type QueueOptions = {
  tier?: Parameters<typeof aTier>[1]
  queue?: object
  festival?: Parameters<typeof aFestival>[1]
}

/** A festival whose only tier is sold in turn: the queue is open now, and drawn in ten minutes. */
export async function aQueue(
  world: World,
  { tier: given = {}, queue: more = {}, festival: about = {} }: QueueOptions = {},
) {
  const manager = await world.aUser()
  const organizer = await anOrganizer(world)
  const managing = { organizer_id: organizer.id, user_id: manager.id }
  await world.db.insertInto('organizer_managers').values(managing).execute()
  const festival = await aFestival(world, { ...about, organizer_id: organizer.id })
  const tier = await aTier(world, { ...given, festival_id: festival.id })
  const now = world.now().getTime()
  const body = {
    tiers: [tier.id],
    opens_at: new Date(now).toISOString(),
    draw_at: new Date(now + 10 * minute).toISOString(),
    source: 'organizer',
    ...more,
  }
  const url = `/festivals/${festival.id}/queue`
  const { status, body: queue } = await world.put(url, body, { as: manager })
  assert.equal(status, 200, queue.error)
  return { id: String(queue.id), url, festival, tier, manager, body, queue }
}
export type QueueInTest = Awaited<ReturnType<typeof aQueue>>

/** The number that makes a challenge of its salt. */
export function solutionOf({ challenge, salt, signature, maxnumber }: any) {
  const number = Array.from({ length: maxnumber + 1 }, (_, n) => n).find(
    (n) => hash('sha256', `${salt}${n}`) === challenge,
  )
  return { challenge, salt, signature, number }
}

/** Enters; returns the answer. */
export async function enterWith(world: World, { url }: { url: string }, as: Person) {
  const { status, body } = await world.get(`${url}/challenge`, { as })
  assert.equal(status, 200, body.error)
  return world.post(url, { work: solutionOf(body) }, { as })
}

/** People who have entered, in this order. */
export async function someEntered(world: World, queue: QueueInTest, count: number) {
  const people = await Promise.all(Array.from({ length: count }, () => world.aUser()))
  const places: any[] = []
  for (let n = 0; n < count; n += 10) {
    places.push(
      ...(await Promise.all(people.slice(n, n + 10).map((as) => enterWith(world, queue, as)))),
    )
  }
  return people.map((user, n) => {
    const { status, body } = places[n]
    assert.equal(status, 200, body.error)
    return { user, ...body }
  })
}

/** What the service does each second, once: fixes entries, draws, gives turns, and tells of them. */
export async function tick(world: World): Promise<void> {
  const context = { ...world, db: world.work }
  while ((await commitDraws(context)) + (await drawSeeds(context)) > 0);
  await serveQueues(context)
  await cancelWithFestivals(context)
  while ((await notifyQueues(context)) > 0);
}
