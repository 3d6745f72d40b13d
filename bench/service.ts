/** The service as it is started in production, from `src/main.ts`, on a database of the bench. */
import { mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { headersOfPage } from '#core/access'
import { digest, newSecret } from '#platform/secrets/tokens'
import { run } from './databases.ts'
import type { Run } from './run.ts'
import { type Server, startServer } from './server.ts'

export type Service = Server & { url: string }

/** The key of every service of the bench. */
export const secretKey = 'wR4nT8kZq2LmX7vB9sHc3JfYd6PgUe1a'

/** The client that every service of the bench knows. */
export const client = { client_id: 'bench', client_secret: 'four clients on a bench' }

type Options = { database: string; root?: string; env?: Record<string, string> }

/** Starts it and waits until it listens. `root` is the folder of another checkout. */
export async function startService(
  { databases, closing }: Pick<Run, 'databases' | 'closing'>,
  { database, root, env = {} }: Options,
): Promise<Service> {
  const own = await mkdtemp(join(databases.folder, 'service-'))
  const server = await startServer(closing, {
    ...(root !== undefined && { root }),
    file: 'src/main.ts',
    log: join(own, 'log'),
    env: {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: own,
      DATABASE_URL: database,
      SECRET_KEY: secretKey,
      CLIENT_ID: client.client_id,
      CLIENT_SECRET: client.client_secret,
      ADMIN_EMAIL: 'bench@people.example',
      ADMIN_PASSWORD: 'four benches in a park',
      ALLOW_SIMULATED_PAYMENTS: 'true',
      // The load waits for its answers: a service that is slow for a moment must not refuse it.
      BUSY_AFTER_MS: '600000',
      ...env,
    },
  })
  const looking = new AbortController()
  const ended = server.hear<never>('never').finally(() => looking.abort())
  return { ...server, url: await Promise.race([ended, addressIn(own, looking.signal)]) }
}

/** The service writes its address to its folder once it listens. */
async function addressIn(folder: string, signal: AbortSignal): Promise<string> {
  for (;;) {
    const text = await readFile(join(folder, 'service.url'), 'utf8').catch(() => '')
    if (text.endsWith('\n')) return text.trim().replace('localhost', '127.0.0.1')
    await wait(20, undefined, { signal })
  }
}

/** Headers of the client, and of each of these users, without a sign-in. */
export async function tokensFor(database: string, userIds: string[]) {
  const own = newSecret('fst_client')
  const users = userIds.map((id) => ({ id, token: newSecret('fst_user') }))
  await insertTokens(database, client.client_id, [{ id: null, token: own }, ...users])
  const headers = { 'x-f-authorization': own }
  return { headers, users: users.map(({ token }) => ({ ...headers, 'x-f-authentication': token })) }
}

/** Headers with which a browser opens pages, in which this user is signed in to the guide. */
export async function browserOf(database: string, userId: string) {
  const token = newSecret('fst_user')
  await insertTokens(database, 'guide', [{ id: userId, token }])
  const { cookie = '' } = headersOfPage('fan', token)
  return { ...browser, cookie }
}

/** Headers with which a browser opens pages. */
export const browser = { accept: 'text/html' }

async function insertTokens(
  database: string,
  clientId: string,
  tokens: { id: string | null; token: string }[],
) {
  await run(
    database,
    `insert into tokens (hash, client_id, user_id, created_at, expires_at)
     select decode(hash, 'hex'), $3, user_id, now(), now() + interval '1 day'
     from unnest($1::text[], $2::uuid[]) t (hash, user_id)`,
    [
      tokens.map(({ token }) => digest(token).toString('hex')),
      tokens.map(({ id }) => id),
      clientId,
    ],
  )
}
