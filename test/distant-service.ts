import { after } from 'node:test'
import { readConfig } from '#platform/config/read'
import { createLog } from '#platform/observe/log'
import { build } from '../src/api/app.ts'
import { openInfrastructure, openPools } from '../src/server/infrastructure.ts'
import { Proxy } from './faults/proxy.ts'
import type { World } from './world.ts'

export type LogLine = { level: number; msg?: string; failed?: Record<string, number> }

/** A second service on the database of a world, over a network that fails. */
export async function aDistantService(world: World) {
  const proxy = new Proxy(world.connectionString)
  const connectionString = await proxy.listen()
  const closing = new AsyncDisposableStack()
  const env = {
    NODE_ENV: 'test',
    DATA_DIR: world.folder,
    DATABASE_CONNECTIONS: '3',
    BUSY_AFTER_MS: '600000',
  }
  const lines: LogLine[] = []
  const log = createLog('info', { destination: { write: (line) => lines.push(JSON.parse(line)) } })
  const ground = { config: readConfig(env), connectionString, log }
  const infrastructure = await openInfrastructure(closing, ground, openPools(closing, ground))
  const app = await build(infrastructure, log)
  closing.defer(() => app.close())
  await app.ready()
  after(async () => {
    await closing.disposeAsync()
    await proxy.close()
  })
  const get = async (url: string) => {
    const { statusCode: status, body: text } = await app.inject(url)
    return { status, text }
  }
  return { proxy, infrastructure, app, lines, get }
}
