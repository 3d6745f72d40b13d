import { compare, numbersOf, perSecondOf, ratio } from '../contest.ts'
import { atMost, type Part } from '../row.ts'
import { buyers, tiers } from '../shop.ts'
import { startShop } from '../shop-service.ts'

/** Orders of four tickets against orders of one by the same 128 buyers. */
export const orders: Part = async (run) => {
  const { contestant, purchases, stop } = await startShop(run)
  const ordersOf = (quantity: number) =>
    purchases((tierOf) => {
      const item = { payment_type: 'ticket', entity_id: tierOf(tiers), quantity }
      return { path: '/orders', body: { items: [item] } }
    })
  const one = { ...contestant, name: 'one', own: ordersOf(1) }
  const four = { ...contestant, name: 'four', own: ordersOf(4) }
  try {
    run.say(`orders of four, ${buyers} buyers`)
    const seconds = Math.max(1, run.seconds)
    const results = await compare([one, four], one.own, { ...run, seconds })
    return [
      atMost(
        `order of four tickets, ${tiers} tiers, ${buyers} buyers: time, times an order of one`,
        { figure: ratio(results, ['one', 'four'], perSecondOf), target: 1.5, unit: '×' },
        numbersOf(results),
      ),
    ]
  } finally {
    await stop()
  }
}
