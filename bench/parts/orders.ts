import { compare, numbersOf, perSecondOf, type Results, ratio } from '../contest.ts'
import { atMost } from '../row.ts'
import { type Part, scaled } from '../run.ts'
import { buyers, tiers } from '../shop.ts'
import { ordersOf, startShop } from '../shop-service.ts'

/** Orders of four tickets against orders of one: as one buyer waits for them, and by 128 buyers who never rest. */
export const orders: Part = async (run) => {
  const { contestant, purchases } = await startShop(run)
  const [one, four] = [purchases(ordersOf(1)), purchases(ordersOf(4))]
  // In a shorter round no order of four would end.
  const seconds = scaled(run, { full: run.seconds, quick: 1, check: run.seconds })
  const slower = (connections: number) => {
    const contestants = [
      { ...contestant, name: 'one', own: { ...one, connections } },
      { ...contestant, name: 'four', own: { ...four, connections } },
    ]
    return compare(contestants, one, { ...run, seconds })
  }
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
}
