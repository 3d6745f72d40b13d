/** The final content of the database, checked against what was acknowledged. */
import { setTimeout as pause } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { auditLedger } from '#shop/payments'
import { lostIn } from './crash-count.ts'
import type { Load } from './outages-load.ts'
import { followers, type Site } from './outages-site.ts'

/** How long the sweeper and the jobs have for leftover work, ms. */
const patience = 40_000

/** A sentence for each thing that is lost, doubled, oversold or stuck. */
export async function faultsAfter(site: Site, load: Load): Promise<string[]> {
  const unresolved = await atRest(site)
  return [...load.wrong, ...unresolved, ...(await lostAfter(site, load))]
}

/** Those of them that do not resolve with time. */
export async function lostAfter(site: Site, load: Load): Promise<string[]> {
  return [
    ...(await lostPurchases(site, load)),
    ...(await lostOrDoubled(site, load)),
    ...(await halfSynced(site, load)),
  ]
}

/** Everything under way is completed: the ledger settled, and every follower notified once. */
async function atRest(site: Site): Promise<string[]> {
  const end = performance.now() + patience
  for (;;) {
    const faults = [...(await auditLedger(site.work, { atRest: true })), ...(await untold(site))]
    if (faults.length === 0 || performance.now() > end) return faults
    await pause(300)
  }
}

async function untold({ work, organizer }: Site): Promise<string[]> {
  const { rows } = await sql<{ id: string; told: number }>`
    select f.id, (
      select count(*)::int from notifications n
      where n.cause = 'festival:' || f.id || ':published') as told
    from festivals f where f.organizer_id = ${organizer}`.execute(work)
  return rows.flatMap(({ id, told }) =>
    told === followers ? [] : [`${told} of ${followers} followers were told of festival ${id}`],
  )
}

async function lostPurchases({ work }: Site, { shop }: Load): Promise<string[]> {
  const { rows } = await sql<{ id: string; code: string | null }>`
    select p.id, t.code from payments p left join tickets t on t.payment_id = p.id`.execute(work)
  return lostIn(new Map(rows.map((row) => [row.id, row])), { shop })
}

async function lostOrDoubled({ work, organizer }: Site, load: Load): Promise<string[]> {
  const found = async (ids: RawBuilder<{ id: string }>) => {
    const { rows } = await ids.execute(work)
    return new Set(rows.map(({ id }) => id))
  }
  const there = {
    events: await found(sql`select id from reward_events where event_type = 'artist_viewed'`),
    artists: await found(sql`select id from artists where name like 'Import %'`),
    festivals: await found(sql`select id from festivals where organizer_id = ${organizer}`),
  }
  const each = { events: 1, artists: 3, festivals: 1 }
  return (['events', 'artists', 'festivals'] as const).flatMap((kind) => {
    const lost = load.made[kind].difference(there[kind]).size
    const most = load.keys[kind] * each[kind]
    return [
      ...(lost > 0 ? [`${lost} acknowledged ${kind} are lost`] : []),
      ...(there[kind].size > most ? [`${there[kind].size} ${kind} where ${most} were wanted`] : []),
    ]
  })
}

/** The line-up is one that was sent, whole, and not older than the last acknowledged one. */
async function halfSynced({ work, busy, artists }: Site, { synced }: Load): Promise<string[]> {
  const { rows } = await sql<{ number: number; gigs: number }>`
    select coalesce(description, '0')::int as number, (
      select count(*)::int from gigs where festival_id = f.id) as gigs
    from festivals f where id = ${busy.id}`.execute(work)
  const { number = 0, gigs = 0 } = rows[0] ?? {}
  const isWhole = number === 0 || gigs === artists.length - (number % artists.length)
  const isLate = number >= synced
  return isWhole && isLate ? [] : [`Line-up ${number} has ${gigs} gigs, after ${synced}`]
}
