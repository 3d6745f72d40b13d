/** Another process of the service on the same database: it shares only the data. */
import { after } from 'node:test'
import pino from 'pino'
import type { Config } from '#platform/config/variables'
import { build } from '../src/api/app.ts'
import { openInfrastructure, openPools } from '../src/server/infrastructure.ts'
import type { World } from './world.ts'

type Call = { client?: string; as?: { token: string }; body?: object; headers?: object }

/** Starts one, with the given settings, and stops it after the tests of the file. */
export async function anotherApp(
  { app: first, connectionString }: Pick<World, 'app' | 'connectionString'>,
  otherwise: Partial<Config> = {},
) {
  const { now } = first
  const config = { ...first.config, ...otherwise }
  const closing = new AsyncDisposableStack()
  const log = pino({ level: 'silent' })
  const ground = { config, connectionString, log, now }
  const app = await build(
    await openInfrastructure(closing, ground, openPools(closing, ground)),
    log,
  )
  closing.defer(() => app.close())
  after(() => closing.disposeAsync())
  return app
}

/** Like `anotherApp`, with a function to call it as a client does. */
export async function anotherProcess(world: World, otherwise: Partial<Config> = {}) {
  const app = await anotherApp(world, otherwise)

  return async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    { client, as, body, headers }: Call,
  ) => {
    const tokens = {
      ...(client && { 'x-f-authorization': client }),
      ...(as && { 'x-f-authentication': as.token }),
    }
    const response = await app.inject({
      method,
      url,
      headers: { ...tokens, ...headers },
      ...(body && { payload: body }),
    })
    return { status: response.statusCode, body: response.json() }
  }
}
