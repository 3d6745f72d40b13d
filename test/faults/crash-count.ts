/** The final state of the services and of the crash harness must be the same, to the cent. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { auditLedger } from '#shop/payments'
import { wasPaid } from './answers.ts'
import type { Scene } from './crash-scene.ts'

/** The processor is healthy and kills have ended: everything under way is completed. */
export async function rest({ world, processor, seen }: Scene) {
  await processor.calm()
  const end = Date.now() + 60_000
  let faults: string[]
  do {
    await pause(300)
    faults = await auditLedger(world.work, { atRest: true })
    seen.audits++
  } while (faults.length > 0 && Date.now() < end)
  seen.faults.push(...faults)
}

type Row = {
  id: string
  order: string
  status: string
  cents: number
  done: string
  charge: string
  keys: string[]
  code: string | null
}

/** What only the harness knows. */
export async function count(scene: Scene) {
  const { world, seen } = scene
  seen.faults.push(...(await rush(scene)))
  const { rows } = await sql<Row>`
    select p.id, p.order_id as order, p.status, p.amount_cents as cents, t.code,
           coalesce((select sum(amount_cents) from refunds r
                     where r.payment_id = p.id and done_at is not null and refused is null), 0) as done,
           coalesce(o.charge_id, o.id) as charge, case when o.charge_id is null then array[o.id]
             else array(select a.id from order_attempts a where a.order_id = o.id) end as keys
    from payments p join orders o on o.id = p.order_id left join tickets t on t.payment_id = p.id`.execute(
    world.work,
  )
  const payments = new Map(rows.map((row) => [row.id, row]))
  const orders = [...Map.groupBy(rows, ({ order }) => order).values()]
  seen.faults.push(...lostIn(payments, scene), ...wronglyCharged(orders, scene))
  seen.faults.push(...orders.flatMap((order) => inPart(order)), ...wronglyKept(orders, scene))
  seen.faults.push(...(await auditLedger(world.work, { atRest: true })))
}

/** Every acknowledged purchase is there with its ticket, and no ticket admitted twice. */
export function lostIn(
  payments: Map<string, Pick<Row, 'code'>>,
  { shop }: Pick<Scene, 'shop'>,
): string[] {
  const lost = [...shop.acknowledged].flatMap(([name, { id, code }]) => {
    const kept = payments.get(id)
    if (!kept) return [`The acknowledged purchase ${name} is lost`]
    return kept.code === code ? [] : [`The ticket of ${name} is another one`]
  })
  const twice = [...shop.admissions].filter(([, times]) => times > 1)
  return [...lost, ...twice.map(([id, times]) => `${id} was admitted ${times} times`)]
}

/** Every charge has its order, of the sum of its payments, and was made once. */
function wronglyCharged(orders: Row[][], { processor }: Scene): string[] {
  const byKey = new Map(orders.flatMap((order) => keysOf(order).map((key) => [key, order])))
  return [...processor.charges].flatMap(([key, { times, cents }]) => {
    const order = byKey.get(key)
    if (!order) return [`The charge ${key} has no order`]
    const most = key === order[0]?.charge ? 1 : 0
    const sum = order.reduce((all, payment) => all + payment.cents, 0)
    const isRight = times <= most && sum === cents
    return isRight ? [] : [`${key} was charged ${cents} cents ${times} times instead of ${sum}`]
  })
}

/** The keys with which an order was charged: the same for all its payments. */
const keysOf = ([first]: Row[]) => first?.keys ?? []

/** An order is paid with all it has, or not at all. */
function inPart(order: Row[]): string[] {
  const paid = order.filter(({ status }) => wasPaid.has(status)).length
  return paid === 0 || paid === order.length
    ? []
    : [`The order ${order[0]?.order} is paid in part: ${paid} of ${order.length}`]
}

/** The money that was kept matches the payments. */
function wronglyKept(orders: Row[][], { processor }: Scene): string[] {
  return orders.flatMap((order) => {
    const paid = order.filter(({ status }) => wasPaid.has(status))
    const due = paid.reduce((sum, { cents, done }) => sum + cents - Number(done), 0)
    const kept = keysOf(order).reduce((sum, key) => sum + processor.kept(key), 0)
    return kept === due ? [] : [`${order[0]?.order}: ${kept} cents kept instead of ${due}`]
  })
}

/** More buyers than scarce tickets left: exactly the rest is sold. */
async function rush({ world, shop, wares }: Scene): Promise<string[]> {
  const faults: string[] = []
  for (const item of wares.scarce) {
    const table = item.type === 'ticket' ? 'tiers' : 'accommodations'
    const of = () =>
      world.db
        .selectFrom(table)
        .select(['sold', 'held', 'quantity'])
        .where('id', '=', item.id)
        .executeTakeFirstOrThrow()
    const { quantity, sold } = await of()
    const buyers = Array.from({ length: quantity - sold + 5 }, () =>
      shop.buyOne(item, { isPlain: true }),
    )
    const bought = (await Promise.all(buyers)).filter((final) => final === '201 succeeded').length
    const after = await of()
    if (after.sold !== quantity || bought !== quantity - sold) {
      faults.push(`${item.id}: ${bought} bought of ${quantity - sold} left, ${after.sold} sold`)
    }
  }
  return faults
}
