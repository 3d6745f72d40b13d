/**
 * A service whose purchases can also be made one by one, at `POST /one-by-one`: the same work, but each
 * in two transactions of its own. It runs until whoever started it lets it go.
 */

import { sql } from 'kysely'
import { signedIn } from '#platform/callers'
import type { Settled } from '#platform/coalesce'
import { connect, connectPool } from '#platform/database'
import { newId } from '#platform/ids'
import { openCheckout, purchase, toOrder } from '../src/payments/purchase.ts'
import { toPayment } from '../src/payments/queries.ts'
import { reserve } from '../src/payments/reserve.ts'
import { NewPayment, Payment } from '../src/payments/schemas.ts'
import { settle } from '../src/payments/settle.ts'
import { tillOf } from '../src/payments/till.ts'
import { openStage } from './stage.ts'

/** What the buyers need to know. */
export type Shop = { url: string; buyers: Record<string, string>[]; tiers: string[] }

const [buyers, tiers] = [128, 100]

const stage = await openStage(async () => {}, { durable: true })
const { app, db, as } = stage
// As many connections as requests have, and without their limits: here one waits for the other.
const pool = connectPool(stage.connectionString, {
  max: app.config.DATABASE_CONNECTIONS,
  purpose: 'work',
})
const till = { ...tillOf(app), db: connect(pool) }
const close = async () => {
  await pool.end()
  await stage.close()
}
process.on('disconnect', () => void close())

const oneByOne = {
  ...openCheckout(till),
  reserve: async (order: Parameters<typeof reserve>[1][number]) =>
    only(await reserve(till, [order])),
  settle: async (heard: Parameters<typeof settle>[1][number]) => only(await settle(till, [heard])),
}

function only<T>([result]: Settled<T>[]): T {
  if (!result || 'error' in result) throw result?.error ?? new Error('No result')
  return result.value
}

app.route<{ Body: NewPayment }>({
  method: 'POST',
  url: '/one-by-one',
  config: { access: 'user' },
  schema: {
    operationId: 'buyOneByOne',
    summary: 'As POST /payments, nothing shared',
    body: NewPayment,
    response: { 201: Payment },
  },
  handler: async (request, reply) => {
    const { id: userId } = signedIn(request)
    const order = toOrder({ userId, headers: request.headers }, request.body, app.processor)
    const { payment } = await purchase(oneByOne, order)
    reply.statusCode = 201
    return toPayment(payment, '')
  },
})

async function aShop(): Promise<Omit<Shop, 'url'>> {
  const userIds = Array.from({ length: buyers }, () => newId())
  const tierIds = Array.from({ length: tiers }, () => newId())
  const festival = newId()
  await sql`
    insert into users (id, first_name, last_name)
    select id, 'Ada', 'Marsh' from unnest(${userIds}::uuid[]) id`.execute(db)
  await sql`insert into organizers (id, name) values ('bench', 'Bench')`.execute(db)
  await sql`
    insert into festivals (id, organizer_id, name, search_name, start_time, end_time)
    values (${festival}, 'bench', 'Bench', 'bench', now(), now() + interval '1 day')`.execute(db)
  await sql`
    insert into tiers (id, festival_id, position, name, price_cents, quantity)
    select id, ${festival}, place, 'Weekend', 5000, 100000000
    from unnest(${tierIds}::uuid[]) with ordinality t (id, place)`.execute(db)
  return { buyers: await Promise.all(userIds.map(as)), tiers: tierIds }
}

const shop = await aShop()
const url = await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.({ url, ...shop } satisfies Shop)
