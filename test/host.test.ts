/** The Host a caller sends changes that caller's answer, and nothing else. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aFestival, anArtist } from './catalogue.ts'
import { aWorld, type World } from './world.ts'

const worlds = {
  'called directly': await aWorld(),
  'behind a proxy': await aWorld({ env: { TRUSTED_PROXIES: '127.0.0.1' } }),
  'behind a number of proxies': await aWorld({ env: { TRUSTED_PROXIES: '1' } }),
}

const told = async (world: World) => ({
  artist: await anArtist(world, { name: 'Skerry', photo: '/photos/somewhere.webp' }),
  festival: await aFestival(world),
})
const records = new Map<World, Awaited<ReturnType<typeof told>>>()
for (const world of Object.values(worlds)) records.set(world, await told(world))

for (const [where, world] of Object.entries(worlds)) {
  const { app, get } = world
  const { artist, festival } = records.get(world) ?? assert.fail()
  const addresses = [
    `/artists/${artist.id}`,
    `/search?q=Skerry`,
    `/festivals/${festival.id}/calendar.ics`,
    '/guide',
    `/guide/artists/${artist.id}`,
    '/openapi.json',
  ]
  const read = async (url: string, headers: Record<string, string>) => {
    const { token } = world.client
    const answer = await app.inject({ url, headers: { 'x-f-authorization': token, ...headers } })
    return `${JSON.stringify(answer.headers)}${answer.body}`
  }

  test(`${where}, X-Forwarded-Host is never read`, async () => {
    for (const url of addresses) {
      const headers = { host: 'festival.example', 'x-forwarded-host': 'evil.example' }
      assert.doesNotMatch(await read(url, headers), /evil\.example/, url)
    }
    const { body } = await get(`/artists/${artist.id}`, {
      headers: { 'x-forwarded-host': 'evil.example' },
    })
    assert.match(body.photo, /^http:\/\/localhost:80\/photos\//)
  })

  test(`${where}, a Host sent by one caller reaches no other caller`, async () => {
    for (const url of addresses) {
      for (let times = 0; times < 3; times++) await read(url, { host: 'evil.example' })
      for (let times = 0; times < 3; times++) {
        assert.doesNotMatch(await read(url, { host: 'festival.example' }), /evil\.example/, url)
      }
    }
  })
}
