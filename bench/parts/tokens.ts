import { compare, numbersOf, perSecondOf } from '../contest.ts'
import { median } from '../load.ts'
import { type Part, type Row, short, told } from '../row.ts'
import { client, startService, tokensFor } from '../service.ts'

const connections = 32

/** Credentials for tokens: a client's, and a user's, whose password is hashed. */
export const tokens: Part = async (run) => {
  const database = await run.databases.empty('tokens')
  const service = await startService({ database, folder: run.databases.folder })
  try {
    const { headers } = await tokensFor(database, [])
    const contestant = { name: 'service', url: service.url, server: service }
    // Hashing passwords is slow: in a shorter round there would be no answer.
    const how = { ...run, seconds: Math.max(1.5, run.seconds) }
    const rows: Row[] = []
    for (const [name, path, body] of [
      ['token of a client', '/auth/client', client],
      [
        'token of a user',
        '/auth/user',
        { email: 'bench@people.example', password: 'four benches in a park' },
      ],
    ] as const) {
      run.say(name)
      const ask = { method: 'POST' as const, path, body: JSON.stringify(body) }
      const asked = { ...headers, 'content-type': 'application/json' }
      const results = await compare([contestant], { headers: asked, ask, connections }, how)
      const perSecond = median((results.get('service') ?? []).map(perSecondOf))
      rows.push(
        told(`${name}, ${connections} at once`, `${short(perSecond)}/s`, numbersOf(results)),
      )
    }
    return rows
  } finally {
    await service.stop()
  }
}
