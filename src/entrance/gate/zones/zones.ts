/** The zones of a festival, and the number of people inside each (contract, section 8.1). */
import { sql } from 'kysely'
import { mainZone } from '#common/gate/admission'
import { list, rowsOf } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { invalidField } from '#platform/values/errors'
import { type JudgedScan, type Occupancy, type PostedScan, zoneOf } from '../judge.ts'
import type { NewZone, Zone } from './schemas.ts'

/** The most zones that a festival has. */
const most = 20

/** The share of its capacity, in percent, from which a gate warns that a zone fills. */
const warnsFrom = 90

type Row = Pick<Zone, 'name' | 'capacity' | 'refuses_when_full' | 'inside'>

/** Returns the zones of a festival: `main`, then the others by name. */
export async function listZones(db: Database, festivalId: string): Promise<Zone[]> {
  const { rows } = await sql<Row>`
    select zone as name, capacity, refuses_when_full, inside from gate_zones
    where festival_id = ${festivalId} order by zone <> ${mainZone}, zone`.execute(db)
  const isNoted = rows.some(({ name }) => name === mainZone)
  const empty = { name: mainZone, capacity: null, refuses_when_full: false, inside: 0 }
  return [...(isNoted ? [] : [empty]), ...rows].map(toZone)
}

const toZone = (row: Row): Zone => ({ ...row, state: stateOf(row) })

function stateOf({ inside, capacity }: Row): Zone['state'] {
  if (capacity === null || inside * 100 < capacity * warnsFrom) return 'open'
  return inside < capacity ? 'nearly_full' : 'full'
}

type ZoneKey = { festivalId: string; name: string }

/** Creates or changes a zone of a festival. 400 for one too many, and for a limit without a capacity. */
export function putZone(
  db: Database,
  { festivalId, name }: ZoneKey,
  { capacity = null, refuses_when_full = false }: NewZone,
): Promise<Zone> {
  if (refuses_when_full && capacity === null) {
    throw invalidField('capacity', 'is required with refuses_when_full')
  }
  return transact(db, async (trx) => {
    // Without this lock, two concurrent requests would both find room for one more.
    await sql`select from festivals where id = ${festivalId} for no key update`.execute(trx)
    const { rows } = await sql<Row>`
      insert into gate_zones as z (festival_id, zone, capacity, refuses_when_full)
      select ${festivalId}, ${name}, ${capacity}, ${refuses_when_full}
      where ${name} in (${mainZone}, (
          select zone from gate_zones where festival_id = ${festivalId} and zone = ${name}))
        or (select count(*) from gate_zones where festival_id = ${festivalId} and zone <> ${mainZone}) < ${most - 1}
      on conflict (festival_id, zone) do update
        set capacity = excluded.capacity, refuses_when_full = excluded.refuses_when_full
      returning zone as name, capacity, refuses_when_full, inside`.execute(trx)
    const [zone] = rows
    if (!zone) throw invalidField('zone', `is one too many: a festival has at most ${most}`)
    return toZone(zone)
  })
}

/** @throws 400 if a festival has no zone of this name */
export async function requireZone(db: Database, { festivalId, name }: ZoneKey): Promise<void> {
  const zones = await listZones(db, festivalId)
  if (zones.some((zone) => zone.name === name)) return
  throw invalidField('zone', 'is not a zone of the festival')
}

/**
 * Locks the zones of scans that let no more in than their capacity, in the order of their names, until the transaction
 * ends, and reads how many people are inside. Other zones are only locked when they are counted.
 */
export async function lockOccupancy(db: Database, scans: PostedScan[]): Promise<Occupancy> {
  const festivals = [...new Set(scans.map(({ festivalId }) => festivalId))]
  const zones = [...new Set(scans.map(({ zone }) => zone))]
  type Room = { festivalId: string; zone: string; inside: number; capacity: number }
  const { rows } = await sql<Room>`
    select festival_id as "festivalId", zone, inside, capacity from gate_zones
    where festival_id = any (${list(festivals, 'uuid')}) and zone = any (${list(zones, 'text')})
      and refuses_when_full
    order by festival_id, zone for no key update`.execute(db)
  return new Map(rows.map(({ inside, capacity, ...zone }) => [zoneOf(zone), { inside, capacity }]))
}

/** Counts the people who went in and out, after the tickets are locked and before anything else is. */
export async function countInside(
  db: Database,
  judged: Pick<JudgedScan, 'festivalId' | 'zone' | 'change'>[],
): Promise<void> {
  const counted = new Map<string, { festival_id: string; zone: string; change: number }>()
  for (const { festivalId: festival_id, zone, change } of judged) {
    const key = zoneOf({ festivalId: festival_id, zone })
    const before = counted.get(key)?.change ?? 0
    counted.set(key, { festival_id, zone, change: before + change })
  }
  const rows = [...counted.values()].filter(({ change }) => change !== 0)
  if (rows.length === 0) return
  const columns = { festival_id: 'uuid', zone: 'text', change: 'int' } as const
  await sql`
    insert into gate_zones as z (festival_id, zone, inside)
    select festival_id, zone, change from ${rowsOf('c', rows, columns)} order by festival_id, zone
    on conflict (festival_id, zone) do update set inside = z.inside + excluded.inside`.execute(db)
}
