/** What another process of the service on the same database is: everything of its own but the data. */
import { after } from 'node:test'
import pino from 'pino'
import { Access } from '#platform/access'
import { createBus } from '#platform/bus'
import { connect, connectPool } from '#platform/database'
import { createJobs } from '#platform/jobs'
import { build } from '../src/app.ts'
import type { World } from './world.ts'

type Call = { client?: string; as?: { token: string }; body?: object; headers?: object }

/** Starts it, and takes it down when the file's tests are over. */
export async function anotherProcess({ app: first, connectionString }: World) {
  const { config, now, mailer, photoStore } = first
  const requests = connectPool(connectionString, { max: 3, purpose: 'requests' })
  const working = connectPool(connectionString, { max: 1, purpose: 'work' })
  const db = connect(requests)
  const bus = await createBus(connectionString)
  const access = new Access({ db, bus, now, ttlDays: config.TOKEN_TTL_DAYS })
  const jobs = createJobs(working, () => {})
  const own = { db, work: connect(working), bus, access, jobs }
  const app = await build({ ...own, config, now, mailer, photoStore }, pino({ level: 'silent' }))

  after(async () => {
    await app.close()
    await jobs.stop()
    await bus.close()
    await Promise.all([requests.end(), working.end()])
  })

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
