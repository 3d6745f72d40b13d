/** Waiting rooms in the browser: a sale that has one, and what happens to it while a page is open. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { aTier } from '../buying.ts'
import { aFestival, anOrganizer } from '../catalogue.ts'
import { enterWith } from '../queues.ts'
import { until } from '../until.ts'
import type { Site } from './site.ts'

/** Little work to enter, and no relay of drand. */
export const env = { QUEUE_WORK: '20', DRAND_URL: 'http://127.0.0.1:9' }

/** A festival in Copenhagen with two tiers, and a manager. */
export async function aSale(site: Site) {
  const ada = await site.aPersonWith({})
  const organizer = await anOrganizer(site)
  const managed = { organizer_id: organizer.id, user_id: ada.id }
  await site.db.insertInto('organizer_managers').values(managed).execute()
  const { id } = await aFestival(site, {
    organizer_id: organizer.id,
    time_zone: 'Europe/Copenhagen',
  })
  const weekend = await aTier(site, { festival_id: id, name: 'Weekend', position: 0 })
  const sunday = await aTier(site, { festival_id: id, name: 'Sunday', position: 1 })
  return { ada, id, url: `/festivals/${id}/queue`, weekend, sunday }
}
export type Sale = Awaited<ReturnType<typeof aSale>>

const day = 86_400_000
export const inDays = (days: number) => new Date(Date.now() + days * day)

/** Gives the sale a waiting room that is open, for one of the two tiers. */
export async function open(site: Site, sale: Sale, more: object = {}): Promise<Sale> {
  const body = {
    tiers: [sale.weekend.id],
    opens_at: inDays(-1).toISOString(),
    draw_at: inDays(1).toISOString(),
    source: 'organizer',
    ...more,
  }
  const { status, body: queue } = await site.put(sale.url, body, { as: sale.ada })
  assert.equal(status, 200, queue.error)
  return sale
}

export async function enter(site: Site, sale: Sale, count: number): Promise<void> {
  for (let nth = 0; nth < count; nth++) {
    const { status } = await enterWith(site, sale, await site.aUser())
    assert.equal(status, 200)
  }
  // The service remembers for a second how many there were.
  await until('they are counted', async () => (await read(site, sale)).entered === count)
}

export const read = async (site: Site, { url }: Sale) => (await site.get(url)).body

type Times = { opens_at?: Date; draw_at?: Date; round?: number }

/** Days pass: the waiting room is as it would be then, and the service does what is due. */
export const change = ({ db }: Site, { id }: Sale, times: Times) =>
  db.updateTable('queues').set(times).where('festival_id', '=', id).execute()

/** The day of the draw has passed, and its entries are fixed. */
export async function draw(site: Site, sale: Sale, times: Times = {}): Promise<void> {
  await change(site, sale, { opens_at: inDays(-2), draw_at: inDays(-1), ...times })
  await until('its entries are fixed', async () => (await read(site, sale)).draw !== null)
}

export async function show(site: Site, { id }: Sale, look: Parameters<Site['open']>[1]) {
  // Where there is no waiting room the service says 404.
  return await site.open(`/console/festivals/${id}/queue`, { expected: /404/, ...look })
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
export const mark = (page: Page, word: string) => page.locator('.mark', { hasText: word })
