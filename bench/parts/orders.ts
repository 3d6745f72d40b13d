import { compare, numbersOf, perSecondOf, type Results, ratio } from '../contest.ts'
import { atMost, type Part } from '../row.ts'
import { buyers, tiers } from '../shop.ts'
import { startShop } from '../shop-service.ts'

/** Orders of four tickets against orders of one: as one buyer waits for them, and by 128 buyers who never rest. */
export const orders: Part = async (run) => {
  const { contestant, purchases, stop } = await startShop(run)
  const ordersOf = (quantity: number) =>
    purchases((tierOf) => {
      const item = { payment_type: 'ticket', entity_id: tierOf(tiers), quantity }
      return { path: '/orders', body: { items: [item] } }
    })
  const [one, four] = [ordersOf(1), ordersOf(4)]
  const slower = (connections: number) => {
    const contestants = [
      { ...contestant, name: 'one', own: { ...one, connections } },
      { ...contestant, name: 'four', own: { ...four, connections } },
    ]
    return compare(contestants, one, { ...run, seconds: Math.max(1, run.seconds) })
  }
  try {
    run.say('orders of four, one buyer')
    const alone = await slower(1)
    run.say(`orders of four, ${buyers} buyers`)
    const full = await slower(buyers)
    const figure = (results: Results) => ratio(results, ['one', 'four'], perSecondOf)
    return [
      atMost(
        `order of four tickets, ${tiers} tiers, one buyer: time, times an order of one`,
        { figure: figure(alone), target: 1.5, unit: '×' },
        numbersOf(alone),
      ),
      atMost(
        `order of four tickets, ${tiers} tiers, ${buyers} buyers: time, times an order of one`,
        { figure: figure(full), target: 1.5, unit: '×' },
        numbersOf(full),
      ),
    ]
  } finally {
    await stop()
  }
}
