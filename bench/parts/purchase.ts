import { numbersOf, oneRound, perSecondOf, type Round, warming } from '../contest.ts'
import { median } from '../load.ts'
import { hasPgbench, rateOfPgbench } from '../reference/pgbench.ts'
import { requireSameRows } from '../reference/same-rows.ts'
import { atLeast, printed, type Row, short } from '../row.ts'
import { type Part, type Run, scaled } from '../run.ts'
import { buyers, tiers } from '../shop.ts'
import { type Shop, startShop, ticketOf } from '../shop-service.ts'

/** Purchases of 128 buyers, each one after the other, against pgbench making the same ones in SQL. */
export const purchase: Part = async (run) => {
  const shop = await startShop(run)
  const isLimited = await hasPgbench()
  if (!isLimited) run.say('pgbench is not on the PATH: purchases are measured without their limit')
  if (isLimited) await requireSameRows(shop)
  return [
    await buyFrom(run, shop, { many: tiers, target: 1.5, isLimited }),
    await buyFrom(run, shop, { many: 1, target: 10, isLimited }),
  ]
}

async function buyFrom(
  run: Run,
  { database, contestant, purchases }: Shop,
  { many, target, isLimited }: { many: number; target: number; isLimited: boolean },
): Promise<Row> {
  const name = `purchase, ${many === 1 ? 'one tier' : `${many} tiers`}, ${buyers} buyers`
  run.say(name)
  // A purchase waits for its batch and for the disk: shorter rounds would end before the first.
  const seconds = scaled(run, { full: run.seconds, quick: 1, check: run.seconds })
  const work = purchases(ticketOf(many))
  const [ours, limits]: [Round[], number[]] = [[], []]
  await oneRound(contestant, work, { ...run, seconds: warming * seconds })
  for (
    let round = 0;
    round < Math.min(run.rounds, scaled(run, { full: 5, quick: 2, check: 1 }));
    round++
  ) {
    await run.databases.rest()
    ours.push(await oneRound(contestant, work, { ...run, seconds }))
    if (!isLimited) continue
    limits.push(await rateOfPgbench({ database, clients: buyers, tiers: many }, seconds))
  }
  const detail = numbersOf(new Map([['service', ours]]))
  if (!isLimited)
    return printed(name, `${short(median(ours.map(perSecondOf)))}/s`, `${detail}; no pgbench`)
  const figure = median(ours.map(({ perSecond }, round) => perSecond / (limits[round] ?? 0)))
  return atLeast(
    `${name}: purchases/s, times pgbench`,
    { figure, target, unit: '×' },
    `${detail}; pgbench ${short(median(limits))}/s`,
  )
}
