import { compare, numbersOf, perSecondOf } from '../contest.ts'
import { run as query } from '../databases.ts'
import { type Ask, median } from '../load.ts'
import { type Part, short, told } from '../row.ts'
import { startService, tokensFor } from '../service.ts'
import { buyer, openShop, sellTickets } from '../shop.ts'

const connections = 32

/** Tickets admitted one by one, as a gate with a network does; each ticket once. */
export const validation: Part = async (run) => {
  const database = await run.databases.empty('gate')
  const service = await startService({ database, folder: run.databases.folder })
  try {
    await openShop(database)
    const tickets = await sellTickets(database, run.isQuick ? 20_000 : 100_000)
    await query(database, "update users set roles = '{admin}' where id = $1", [buyer(1)])
    const { users } = await tokensFor(database, [buyer(1)])
    run.say('validation')
    const work = {
      headers: { ...users[0], 'content-type': 'application/json' },
      ask: (): Ask => ({ method: 'PUT', path: `/payments/${tickets.pop()}/validate`, body: '{}' }),
      connections,
    }
    const results = await compare(
      [{ name: 'service', url: service.url, server: service }],
      work,
      run,
    )
    const perSecond = median((results.get('service') ?? []).map(perSecondOf))
    return [told(`validation, ${connections} at once`, `${short(perSecond)}/s`, numbersOf(results))]
  } finally {
    await service.stop()
  }
}
