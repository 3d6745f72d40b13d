/** Compares the time zone data of Node, of the built pages and of PostgreSQL. */
import { readFile } from 'node:fs/promises'
import type { ClientBase } from 'pg'
import { sqlState } from '#platform/database/failures'
import { offsetAt } from '#platform/zones/local-time'

/** The oldest data with the clocks of today: 2026e has the changes of Casablanca, Edmonton and Winnipeg (IANA, tz NEWS). */
const leastAge = '2026e'
/** Zones with clocks that were changed by law in recent years, and two without changes; checked on a day in each half of a year. */
const zones = [
  'Africa/Casablanca',
  'America/Edmonton',
  'America/Havana',
  'America/Inuvik',
  'America/Vancouver',
  'America/Winnipeg',
  'Asia/Kolkata',
  'Europe/Berlin',
]
const days = ['2027-02-10T12:00:00Z', '2027-07-10T12:00:00Z']

const pagesNote = new URL('../../pages/dist/.zones', import.meta.url)

/**
 * Returns a sentence for each thing to do about the time zone data of the service and its pages, which run all the
 * same.
 *
 * @param age of Node's data, such as `2026e`
 */
export async function zoneWarnings(age = process.versions['tz'] ?? ''): Promise<string[]> {
  const pages = await readFile(pagesNote, 'utf8').catch(() => age)
  return [
    ...(age < leastAge
      ? [
          `Node's time zone data is ${age}, older than ${leastAge}, so local times of some festivals may be an hour off: run the service with a newer Node`,
        ]
      : []),
    ...(pages === age
      ? []
      : [
          `The pages have time zone data ${pages} and the service ${age}, so they may show different local times: run \`npm run pages\``,
        ]),
  ]
}

/** Returns a sentence if PostgreSQL's data differs: it matters to people reading the tables in SQL, never to the service. */
export async function databaseZoneWarnings(client: ClientBase): Promise<string[]> {
  const differing = await findDiffering(client)
  return differing.length === 0
    ? []
    : [
        `PostgreSQL's time zone data differs from Node's for ${differing.join(', ')}: the service uses Node's, so update PostgreSQL if you read local times in SQL yourself`,
      ]
}

/** Returns the zones for which PostgreSQL has other offsets than Node, or which it does not know. */
async function findDiffering(client: ClientBase): Promise<string[]> {
  const differing = []
  for (const zone of zones) {
    const offsets = days.map((day) => offsetAt(new Date(day), zone) / 1_000)
    const theirs = await readOffsets(client, zone)
    if (offsets.join() !== theirs.join()) differing.push(zone)
  }
  return differing
}

/** Returns PostgreSQL's offsets of a zone, in seconds; an empty list for an unknown zone. */
async function readOffsets(client: ClientBase, zone: string): Promise<number[]> {
  await client.query('begin')
  try {
    await client.query("select set_config('TimeZone', $1, true)", [zone])
    const { rows } = await client.query<{ seconds: number }>(
      'select extract(timezone from at)::int as seconds from unnest($1::timestamptz[]) at',
      [days],
    )
    return rows.map(({ seconds }) => seconds)
  } catch (error) {
    if (sqlState(error) !== '22023') throw error
    return []
  } finally {
    await client.query('rollback')
  }
}
