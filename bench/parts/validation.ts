import { compare, numbersOf, perSecondOf, type Work } from '../contest.ts'
import { run as query } from '../databases.ts'
import { median } from '../load.ts'
import { printed, short } from '../row.ts'
import { type Part, scaled } from '../run.ts'
import { startService, tokensFor } from '../service.ts'
import { buyer, openShop, sellTickets } from '../shop.ts'

const connections = 32

/** Tickets admitted one by one, as a gate with a network does; each ticket once. */
export const validation: Part = async (run) => {
  const database = await run.databases.empty()
  const service = await startService(run, { database })
  await openShop(database)
  const many = scaled(run, { full: 100_000, quick: 20_000, check: 5_000 })
  const tickets = await sellTickets(database, many)
  run.say('validation')
  const work = validationOf(tickets, await stewardOf(database))
  const results = await compare([{ name: 'service', url: service.url, server: service }], work, run)
  const perSecond = median((results.get('service') ?? []).map(perSecondOf))
  return [
    printed(`validation, ${connections} at once`, `${short(perSecond)}/s`, numbersOf(results)),
  ]
}

/** The headers of an admin, who may admit everywhere. */
export async function stewardOf(database: string): Promise<Record<string, string>> {
  await query(database, "update users set roles = '{admin}' where id = $1", [buyer(1)])
  const { users } = await tokensFor(database, [buyer(1)])
  return { ...users[0], 'content-type': 'application/json' }
}

/** Admits each of these tickets once. @throws Error when there is none left */
export function validationOf(tickets: string[], headers: Record<string, string>): Work {
  const left = [...tickets]
  const ask = () => {
    const ticket = left.pop()
    if (!ticket) throw new Error(`All ${tickets.length} tickets are used`)
    return { method: 'PUT' as const, path: `/payments/${ticket}/validate`, body: '{}' }
  }
  return { headers, ask, connections }
}
