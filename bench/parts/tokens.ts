import { compare, numbersOf, perSecondOf, type Work } from '../contest.ts'
import { median } from '../load.ts'
import { printed, type Row, short } from '../row.ts'
import { type Part, scaled } from '../run.ts'
import { client, startService, tokensFor } from '../service.ts'

/** As many as are hashed at once: beyond 64 that wait the service refuses more. */
const connections = 8
const user = { email: 'bench@people.example', password: 'four benches in a park' }

/** Credentials for tokens: a client's, and a user's, whose password is hashed. */
export const tokens: Part = async (run) => {
  const database = await run.databases.empty()
  const service = await startService(run, { database })
  const contestant = { name: 'service', url: service.url, server: service }
  // Hashing passwords is slow: in a shorter round there would be no answer.
  const least = scaled(run, { full: 1.5, quick: 1.5, check: run.seconds })
  const how = { ...run, seconds: Math.max(least, run.seconds) }
  const rows: Row[] = []
  for (const [name, work] of await tokenWorks(database)) {
    run.say(name)
    const results = await compare([contestant], work, how)
    const perSecond = median((results.get('service') ?? []).map(perSecondOf))
    rows.push(
      printed(`${name}, ${connections} at once`, `${short(perSecond)}/s`, numbersOf(results)),
    )
  }
  return rows
}

export async function tokenWorks(database: string): Promise<[name: string, work: Work][]> {
  const { headers } = await tokensFor(database, [])
  const work = (path: string, body: object): Work => ({
    headers: { ...headers, 'content-type': 'application/json' },
    ask: { method: 'POST', path, body: JSON.stringify(body) },
    connections,
  })
  return [
    ['token of a client', work('/auth/client', client)],
    ['token of a user', work('/auth/user', user)],
  ]
}
