/**
 * The world of a test file: a database of its own and the whole application on it, called as a client calls
 * it. Every answer is checked against the published description: an unknown status, or a field that is
 * missing, wrong or extra, fails the test.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type pg from 'pg'
import type { Access } from '#core/access'
import { readConfig } from '#platform/config/read'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'
import { createLog } from '#platform/observe/log'
import { newId } from '#platform/values/ids'
import { fold } from '#platform/values/text'
import { build } from '../src/api/app.ts'
import { openInfrastructure, openPools } from '../src/server/infrastructure.ts'
import { contractOf } from './contract.ts'
import { runOn, withDatabase } from './ground.ts'

export type Answer = {
  status: number
  body: any
  text: string
  headers: Record<string, string | string[] | number | undefined>
}

export type Person = {
  id: string
  email: string
  token: string
  firstName: string
  lastName: string
}

type Call = {
  /** the user who calls; absent: the client alone */
  as?: Person | undefined
  body?: unknown
  headers?: Record<string, string>
  /** another client token, or none at all */
  client?: string | null
}

type Options = {
  env?: Record<string, string>
  now?: () => Date
  /** Parts of the infrastructure replaced by the test, such as a processor that fails. */
  parts?: Partial<Infrastructure> | ((infrastructure: Infrastructure) => Partial<Infrastructure>)
  /** Another PostgreSQL than that of the tests, with a migrated database to copy. */
  on?: Server
}
type Server = { server: string; template: string }

export type World = Awaited<ReturnType<typeof aWorld>>

/** The headers of a request that means to send what is not known: all others are strict. */
export const lenient = { prefer: 'handling=lenient' }

/** Creates the world, and removes it after the tests of the file. */
export async function aWorld({ env = {}, now = () => new Date(), parts = {}, on }: Options = {}) {
  const { connectionString, drop } = await aDatabase(on)
  const folder = await mkdtemp(join(tmpdir(), 'festival-world-'))
  const closing = new AsyncDisposableStack()
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    DATABASE_CONNECTIONS: '3',
    // Tests send more requests at once than there are connections, and wait.
    BUSY_AFTER_MS: '600000',
    // Nor does a wait end by its limit because the machine is slow; tests of those limits say 1.
    TIMEOUT_SCALE: '50',
    ...env,
  })
  const lines: string[] = []
  const log = createLog('info', { destination: { write: (line) => lines.push(line) } })
  const ground = { config, connectionString, log, now }
  const pools = openPools(closing, ground)
  const statements: string[] = []
  const trips: string[] = []
  const open = new Set<symbol>()
  pools.requests.on('connect', (client) => countStatements(client, { statements, trips, open }))
  const workStatements: string[] = []
  pools.working.on('connect', (client) => countStatements(client, { statements: workStatements }))
  const laid = await openInfrastructure(closing, ground, pools)
  const infrastructure = {
    ...laid,
    // A delay of the machine is not one of the service, which would refuse requests and slow a queue down.
    loopDelay: () => 0,
    ...(typeof parts === 'function' ? parts(laid) : parts),
  }
  const { db, access, bus } = infrastructure
  const app = await build(infrastructure, log)
  closing.defer(() => app.close())
  await app.ready()
  const client = await aClient(db, access)

  after(async () => {
    await closing.disposeAsync()
    await drop()
    await rm(folder, { recursive: true, force: true })
  })

  const call = caller(app, { client: client.token, heard: () => bus.settled() })
  return {
    ...infrastructure,
    app,
    connectionString,
    folder,
    client,
    lines,
    statements,
    workStatements,
    /** the statements that were sent while no other was under way */
    trips,
    call,
    get: (url: string, options?: Call) => call('GET', url, options),
    post: (url: string, body?: unknown, options?: Call) => call('POST', url, { body, ...options }),
    put: (url: string, body?: unknown, options?: Call) => call('PUT', url, { body, ...options }),
    del: (url: string, options?: Call) => call('DELETE', url, options),
    aUser: (roles: Rights = {}) => aUser({ db, access, clientId: client.id }, roles),
    aClient: (scopes?: string[]) => aClient(db, access, scopes),
  }
}

type Counted = { statements: string[]; trips?: string[]; open?: Set<symbol> }

/** Every statement that requests send; those that begin while no other is `open` are also round trips. */
function countStatements(
  client: pg.PoolClient,
  { statements, trips = [], open = new Set() }: Counted,
) {
  const query = client.query.bind(client) as (...values: unknown[]) => unknown
  Object.assign(client, {
    query: (...values: unknown[]) => {
      statements.push(`${values[0]}`)
      if (open.size === 0) trips.push(`${values[0]}`)
      const one = Symbol('query')
      open.add(one)
      const answer = query(...values)
      const end = () => open.delete(one)
      void Promise.resolve(answer).then(end, end)
      return answer
    },
  })
}

export async function aDatabase(on?: Server) {
  const { TEST_DATABASE_URL, TEST_TEMPLATE } = process.env
  const { server, template } = { server: TEST_DATABASE_URL, template: TEST_TEMPLATE, ...on }
  assert.ok(server && template, 'run tests with `npm test -- FILE`, which prepares their database')
  const name = `world_${randomBytes(6).toString('hex')}`
  // Copying files takes a third of the time of writing each page to the log.
  await runOn(server, `create database ${name} template ${template} strategy file_copy`)
  return {
    connectionString: withDatabase(server, name),
    drop: () => runOn(server, `drop database ${name} with (force)`),
  }
}

type Rights = {
  roles?: string[]
  permissions?: string[]
  firstName?: string
  lastName?: string
  /** whether the e-mail is confirmed, as it is unless a test is about it */
  isProven?: boolean
}

/** A signed-in user; no password is hashed, which would take time. */
export async function aUser(
  { db, access, clientId }: { db: Database; access: Access; clientId: string },
  { roles = [], permissions = [], firstName = 'Ada', lastName = 'Marsh', isProven = true }: Rights,
): Promise<Person> {
  const id = newId()
  const email = `${randomBytes(6).toString('hex')}@people.example`
  await db
    .insertInto('users')
    .values({
      id,
      first_name: firstName,
      last_name: lastName,
      email,
      email_key: fold(email),
      roles,
      permissions,
      email_proven_at: isProven ? new Date('2026-01-01T12:00:00.000Z') : null,
    })
    .execute()
  const { token } = await access.issue(db, { clientId, userId: id })
  return { id, email, token, firstName, lastName }
}

export async function aClient(db: Database, access: Access, scopes = ['read_emails']) {
  const id = `client_${randomBytes(6).toString('hex')}`
  await db.insertInto('clients').values({ id, name: 'Test app', scopes }).execute()
  const { token } = await access.issue(db, { clientId: id })
  return { id, token }
}

type Called = {
  client: string
  /** so that what a test wrote straight into a table is not answered from the cache */
  heard: () => Promise<void>
}

function caller(app: FastifyInstance, world: Called) {
  const contract = contractOf(app)
  return async (method: string, url: string, options: Call = {}): Promise<Answer> => {
    const { as, body, headers = {}, client = world.client } = options
    await world.heard()
    const response = await app.inject({
      method,
      url,
      headers: {
        prefer: 'handling=strict',
        ...(client !== null && { 'x-f-authorization': client }),
        ...(as && { 'x-f-authentication': as.token }),
        ...headers,
      },
      ...(body !== undefined && { payload: body }),
    } as InjectOptions)
    const isJson = `${response.headers['content-type']}`.startsWith('application/json')
    const answer = {
      status: response.statusCode,
      body: isJson && response.body !== '' ? JSON.parse(response.body) : undefined,
      text: response.body,
      headers: response.headers,
    }
    contract.check({ method, url }, answer)
    return answer
  }
}
