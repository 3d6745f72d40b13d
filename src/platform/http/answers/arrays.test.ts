import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { aWorld } from '../../../../test/world.ts'

const world = await aWorld()
const { app, db, get } = world

// Requirement (rules): Whole arrays arrive once each and in order, also compressed
test('an array of many chunks arrives whole, once each and in order, also compressed', async () => {
  await sql`
    insert into artists (id, name, search_name)
    select gen_random_uuid(), 'Artist ' || lpad(n::text, 4, '0'), 'artist ' || lpad(n::text, 4, '0')
    from generate_series(1, 2500) n`.execute(db)
  const { body, text, headers } = await get('/artists')
  assert.equal(headers['content-encoding'], undefined)
  const names = body.map(({ name }: { name: string }) => name)
  assert.deepEqual(
    names,
    Array.from({ length: 2500 }, (_, n) => `Artist ${`${n + 1}`.padStart(4, '0')}`),
  )
  for (const [encoding, unpack] of [
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ] as const) {
    const { rawPayload, headers } = await app.inject({
      url: '/artists',
      headers: { 'x-f-authorization': world.client.token, 'accept-encoding': encoding },
    })
    assert.equal(headers['content-encoding'], encoding)
    assert.match(`${headers.vary}`, /accept-encoding/)
    assert.ok(rawPayload.length < text.length / 4)
    assert.equal(unpack(rawPayload).toString(), text)
  }
})

// Requirement (rules): limit and offset give a part of a whole array
test('twelve readers at once get all of it, and a partial read ends where it should', async () => {
  const { text } = await get('/artists')
  const answers = await Promise.all(Array.from({ length: 12 }, () => get('/artists')))
  assert.ok(answers.every((answer) => answer.text === text))
  const whole = JSON.parse(text)
  const { body } = await get('/artists?limit=1500&offset=700')
  assert.deepEqual(body, whole.slice(700, 2200))
})
