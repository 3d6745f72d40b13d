import {
  type Contestant,
  numbersOf,
  oneRound,
  perSecondOf,
  type Round,
  type Work,
  warming,
} from '../contest.ts'
import { type Ask, median } from '../load.ts'
import { buyWithPgbench, hasPgbench } from '../reference/pgbench.ts'
import { atLeast, type Part, type Row, type Run, short, told } from '../row.ts'
import { startService, tokensFor } from '../service.ts'
import { buyer, buyers, openShop, tier, tiers } from '../shop.ts'

/** Purchases of 128 buyers, each one after the other, against pgbench making the same ones in SQL. */
export const purchase: Part = async (run) => {
  const database = await run.databases.empty('shop')
  const service = await startService({ database, folder: run.databases.folder })
  try {
    await openShop(database)
    const ids = Array.from({ length: buyers }, (_, n) => buyer(n + 1))
    const { headers, users } = await tokensFor(database, ids)
    const shop = {
      database,
      contestant: { name: 'service', url: service.url, server: service },
      work: (many: number) => ({
        headers: { ...headers, 'content-type': 'application/json' },
        ask: (connection: number): Ask => ({
          method: 'POST',
          path: '/payments',
          headers: users[connection % buyers] ?? {},
          body: JSON.stringify({
            payment_type: 'ticket',
            entity_id: tier(1 + Math.floor(Math.random() * many)),
          }),
        }),
        expect: 201,
        connections: buyers,
      }),
    }
    const isLimited = await hasPgbench()
    if (!isLimited)
      run.say('pgbench is not on the PATH: purchases are measured without their limit')
    return [
      await buyFrom(run, shop, { many: tiers, target: 1.5, isLimited }),
      await buyFrom(run, shop, { many: 1, target: 10, isLimited }),
    ]
  } finally {
    await service.stop()
  }
}

type Shop = {
  database: string
  contestant: Contestant
  work: (many: number) => Work
}

async function buyFrom(
  run: Run,
  { database, contestant, work }: Shop,
  { many, target, isLimited }: { many: number; target: number; isLimited: boolean },
): Promise<Row> {
  const name = `purchase, ${many === 1 ? 'one tier' : `${many} tiers`}, ${buyers} buyers`
  run.say(name)
  // A purchase waits for its batch and for the disk: shorter rounds would end before the first.
  const seconds = Math.max(1, run.seconds)
  const [ours, limits]: [Round[], number[]] = [[], []]
  await oneRound(contestant, work(many), warming * seconds)
  for (let round = 0; round < (run.isQuick ? 2 : run.rounds); round++) {
    await run.databases.rest()
    ours.push(await oneRound(contestant, work(many), seconds))
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
