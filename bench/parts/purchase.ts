import { numbersOf, oneRound, perSecondOf, type Round, warming } from '../contest.ts'
import { median } from '../load.ts'
import { buyWithPgbench, hasPgbench } from '../reference/pgbench.ts'
import { atLeast, type Part, type Row, type Run, short, told } from '../row.ts'
import { buyers, tiers } from '../shop.ts'
import { type Shop, startShop } from '../shop-service.ts'

/** Purchases of 128 buyers, each one after the other, against pgbench making the same ones in SQL. */
export const purchase: Part = async (run) => {
  const { stop, ...shop } = await startShop(run)
  try {
    const isLimited = await hasPgbench()
    if (!isLimited)
      run.say('pgbench is not on the PATH: purchases are measured without their limit')
    return [
      await buyFrom(run, shop, { many: tiers, target: 1.5, isLimited }),
      await buyFrom(run, shop, { many: 1, target: 10, isLimited }),
    ]
  } finally {
    await stop()
  }
}

async function buyFrom(
  run: Run,
  { database, contestant, purchases }: Omit<Shop, 'stop'>,
  { many, target, isLimited }: { many: number; target: number; isLimited: boolean },
): Promise<Row> {
  const name = `purchase, ${many === 1 ? 'one tier' : `${many} tiers`}, ${buyers} buyers`
  run.say(name)
  // A purchase waits for its batch and for the disk: shorter rounds would end before the first.
  const seconds = Math.max(1, run.seconds)
  const work = purchases((tierOf) => ({
    path: '/payments',
    body: { payment_type: 'ticket', entity_id: tierOf(many) },
  }))
  const [ours, limits]: [Round[], number[]] = [[], []]
  await oneRound(contestant, work, warming * seconds)
  for (let round = 0; round < (run.isQuick ? 2 : run.rounds); round++) {
    await run.databases.rest()
    ours.push(await oneRound(contestant, work, seconds))
    if (!isLimited) continue
    limits.push(await buyWithPgbench({ database, clients: buyers, tiers: many, seconds }))
  }
  const detail = numbersOf(new Map([['service', ours]]))
  if (!isLimited)
    return told(name, `${short(median(ours.map(perSecondOf)))}/s`, `${detail}; no pgbench`)
  const figure = median(ours.map(({ perSecond }, round) => perSecond / (limits[round] ?? 0)))
  return atLeast(
    `${name}: purchases/s, times pgbench`,
    { figure, target, unit: '×' },
    `${detail}; pgbench ${short(median(limits))}/s`,
  )
}
