import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClientBase } from 'pg'
import { withClient } from '#platform/database/client'
import { aWorld } from '../../test/world.ts'
import { databaseZoneWarnings, zoneWarnings } from './zone-data.ts'

const { connectionString } = await aWorld()
const present = process.versions['tz'] ?? ''

/** Returns the warnings for a PostgreSQL that uses other zones' clocks under some names. */
const ofDatabase = (clocks: Record<string, string>) =>
  withClient({ connectionString }, (client) => {
    const query = (text: string, values: string[] = []) =>
      client.query(
        text,
        values.map((value) => clocks[value] ?? value),
      )
    return databaseZoneWarnings({ query } as unknown as ClientBase)
  })

test('the Node that the service is installed with has zone data of today', async () => {
  const darwinIsOlder = process.platform === 'darwin'
  assert.ok(present >= '2026e' || darwinIsOlder, present)
  assert.deepEqual(darwinIsOlder ? [] : await zoneWarnings(), [])
})

test('it is said which zones PostgreSQL tells otherwise, or does not know', async () => {
  const told = (await ofDatabase({})).join('\n')
  assert.doesNotMatch(told, /Europe\/Berlin|Asia\/Kolkata/)
  const clocks = { 'Europe/Berlin': 'Europe/London', 'Asia/Kolkata': 'Europe/Nowhere' }
  const [warning = ''] = await ofDatabase(clocks)
  assert.match(
    warning,
    /^PostgreSQL's time zone data differs from Node's for .*Asia\/Kolkata, Europe\/Berlin:/,
  )
  assert.match(warning, /: the service uses Node's, so update PostgreSQL if you read local times/)
})

test('older data of Node, and pages that were built with other data, are named with what to do', async () => {
  const [node, pages] = await zoneWarnings('2025c')
  assert.equal(
    node,
    "Node's time zone data is 2025c, older than 2026e, so local times of some festivals may be an hour off: run the service with a newer Node",
  )
  assert.equal(
    pages,
    `The pages have time zone data ${present} and the service 2025c, so they may show different local times: run \`npm run pages\``,
  )
})
