/** The environment of a drill: a database and two services of its own, and a festival to sell. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withClient } from '#platform/database/client'
import { connect, connectPool } from '#platform/database/connections'
import { migrate } from '#platform/database/migrate'
import type { Database } from '#platform/database/tables'
import { createLog } from '#platform/observe/log'
import { readLock } from '#platform/postgres/process'
import { openOwnDatabase } from '../../server/own-database.ts'
import type { Chance } from './chance.ts'
import { Client } from './client.ts'
import { People } from './people/people.ts'
import { Measures } from './report/measures.ts'
import { Services } from './services.ts'
import type { Size } from './sizes.ts'

const [hour, day] = [3_600_000, 86_400_000]

export type Tier = { id: string; name: string; quantity: number }

export type Stage = {
  size: Size
  chance: Chance
  db: Database
  measures: Measures
  services: Services
  people: People
  client: Client
  festival: Festival
  /** Kills PostgreSQL as a power cut would; it is restarted. */
  killDatabase(): Promise<void>
}

export type Festival = {
  id: string
  start: Date
  end: Date
  /** sold through the queue */
  tiers: Tier[]
  /** sold first come, first served */
  coaches: Tier[]
  voucher: string
}

export type StageOptions = {
  size: Size
  chance: Chance
  /** further environment variables of the services */
  env?: NodeJS.ProcessEnv | undefined
  /** called once the database exists, before anything happens in it */
  prepared?: ((db: Database) => Promise<void>) | undefined
}

/** Builds everything in a folder of its own; `closing` removes it again. */
export async function openStage(
  closing: AsyncDisposableStack,
  options: StageOptions,
): Promise<Stage> {
  const { size, chance } = options
  const folder = await mkdtemp(join(tmpdir(), 'festival-drill-'))
  closing.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }))
  const log = createLog('silent')
  const { connectionString, close } = await openOwnDatabase({ folder, connections: 200 }, log)
  closing.defer(close)
  const pool = connectPool(connectionString, { purpose: 'work', max: 4 })
  closing.defer(() => pool.end())
  await migrate(pool)
  const db = connect(pool)
  await options.prepared?.(db)
  const people = new People(size.people)
  await withClient({ connectionString }, (connection) => people.write(connection, new Date()))
  const services = new Services({ ...environment({ folder, connectionString }), ...options.env })
  closing.defer(() => services.stop())
  await services.start()
  const measures = new Measures()
  closing.defer(() => measures.stop())
  const client = new Client(services, measures, {
    token: people.application,
    atOnce: 2 * size.atOnce,
  })
  closing.defer(() => client.close())
  const killDatabase = async () => {
    const lock = await readLock(join(folder, 'postgres'))
    if (lock) process.kill(lock.pid, 'SIGKILL')
  }
  const stage = { size, chance, db, measures, services, people, client, killDatabase }
  return { ...stage, festival: await makeFestival(stage) }
}

/** The environment of the services, without the installation's own processor or mail server. */
function environment({ folder, connectionString }: { folder: string; connectionString: string }) {
  const { PATH, HOME, TMPDIR } = process.env
  return {
    PATH,
    HOME,
    TMPDIR,
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATA_DIR: join(folder, 'service'),
    DATABASE_URL: connectionString,
    SECRET_KEY: randomBytes(24).toString('hex'),
    QUEUE_WORK: '1',
    // The other process takes over the purchases of a killed one after this time.
    PAYMENT_LEASE_SECONDS: '5',
    // The tickets of an order lost on its way to the processor are released after this time, and the buyer tries again.
    PAYMENT_HOLD_SECONDS: '15',
    SIMULATED_PROCESSOR: 'approve_after=1500',
  }
}

const names = ['Weekend', 'Friday', 'Saturday', 'Sunday']
const coaches = ['north', 'east', 'south', 'west', 'far north', 'far south'].map((where) => ({
  name: `Coach, ${where}`,
  price: 20,
}))

async function makeFestival(stage: Omit<Stage, 'festival'>): Promise<Festival> {
  const { client, people, size, services } = stage
  const as = people.manager
  const organizer = { id: 'drill', name: 'Drill' }
  await client.get('POST', '/organizers', { as, body: organizer })
  const start = new Date(Math.ceil(services.now().getTime() / day) * day + 30 * day)
  const end = new Date(start.getTime() + 3 * day)
  const body = {
    name: 'Drill',
    organizer_id: organizer.id,
    start_time: start,
    end_time: end,
    time_zone: 'Europe/London',
    venue: 'The field',
    places: [{ name: 'Stage', type: 'stage' }],
    gigs: [0, 1, 2].map((n) => ({
      place_id: 'Stage',
      start_time: new Date(start.getTime() + n * hour),
      end_time: new Date(start.getTime() + (n + 1) * hour),
    })),
    tickets: [
      ...ticketsOf(size),
      ...coaches.map((coach) => ({ ...coach, quantity: Math.ceil(size.atOnce / 2) })),
    ],
  }
  const { id, tickets } = await client.get('POST', '/festivals', { as, body })
  const terms = { percent: 10, max_uses: 1_000_000 }
  const voucher = await client.get('POST', `/festivals/${id}/vouchers`, { as, body: terms })
  const [tiers, rest] = [tickets.slice(0, names.length), tickets.slice(names.length)]
  return { id, start, end, tiers, coaches: rest, voucher: voucher.code }
}

function ticketsOf({ tickets }: Size) {
  const share = Math.floor(tickets / names.length)
  return names.map((name, n) => ({
    name,
    price: 50 + 10 * n,
    quantity: n === 0 ? tickets - (names.length - 1) * share : share,
    admission: n % 2 === 0 ? 'reentry' : 'once',
    transferable: true,
  }))
}
