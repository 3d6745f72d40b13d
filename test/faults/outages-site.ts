/** The content of a database before it fails: offers, buyers, staff, and followers to be notified. */
import { sql } from 'kysely'
import pino from 'pino'
import { readConfig } from '#platform/config/read'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'
import { openInfrastructure, openPools } from '../../src/server/infrastructure.ts'
import { aPlaceToSleep, aPlan, aTier, points } from '../buying.ts'
import { aFestival, anArtist, anOrganizer } from '../catalogue.ts'
import { aClient, aUser } from '../world.ts'
import type { Item } from './wishes.ts'

/** More than are notified within the change itself: a job does the rest. */
export const followers = 120

export type Site = Awaited<ReturnType<typeof aSite>>

/** Fills the migrated database of a service; `folder` is the service's. */
export async function aSite(connectionString: string, folder: string) {
  const closing = new AsyncDisposableStack()
  const env = { DATABASE_URL: connectionString, DATA_DIR: folder, DATABASE_CONNECTIONS: '3' }
  const config = readConfig({ NODE_ENV: 'test', ...env })
  const ground = { config, connectionString, log: pino({ level: 'silent' }) }
  const close = () => closing.disposeAsync()
  try {
    const infrastructure = await openInfrastructure(closing, ground, openPools(closing, ground))
    return { ...(await filled(infrastructure)), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function filled({ db, work, access }: Infrastructure) {
  const client = await aClient(db, access)
  const people = { db, access, clientId: client.id }
  const buyers = await Promise.all(Array.from({ length: 12 }, () => aUser(people, {})))
  for (const buyer of buyers) await points({ db }, buyer, 1500)
  const admin = await aUser(people, { roles: ['admin'] })
  const busy = await aFestival({ db })
  const quiet = await aFestival({ db })
  const artists = await Promise.all([0, 1, 2, 3].map(() => anArtist({ db })))
  const { id: organizer } = await anOrganizer({ db })
  await sql`
    with told as (
      insert into users (id, first_name, last_name, email, email_key)
      select gen_random_uuid(), 'Ada', 'Marsh', n || '@followers.example', n || '@followers.example'
      from generate_series(1, ${followers}::int) n returning id)
    insert into interests (id, user_id, organizer_id)
    select gen_random_uuid(), id, ${organizer} from told`.execute(db)
  const [few] = artists
  return {
    db,
    work,
    client: client.token,
    buyers,
    admin,
    busy,
    artists,
    organizer,
    items: await wares({ db }),
    /** addresses whose answers stay the same whatever happens here */
    known: [`/festivals/${quiet.id}`, `/artists/${few?.id}`],
  }
}

async function wares(world: { db: Database }): Promise<Item[]> {
  const hot = await aTier(world, { price_cents: 2500, quantity: 100_000 })
  const small = await aTier(world, { quantity: 25 })
  const beds = await aPlaceToSleep(world, { quantity: 10 })
  const plan = await aPlan(world)
  const toItem = (type: string) => (one: { id: string; price_cents: number }) => ({
    id: one.id,
    type,
    price: one.price_cents,
  })
  return [
    ...[hot, hot, hot, small].map(toItem('ticket')),
    toItem('accommodation')(beds),
    toItem('subscription')(plan),
  ]
}
