import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { aName } from '../../../test/catalogue.ts'
import { until } from '../../../test/until.ts'
import { aWorld } from '../../../test/world.ts'

const world = await aWorld()
const { db, get, post, put, del, aUser } = world

async function aPicture(): Promise<string> {
  const background = { r: Math.floor(Math.random() * 256), g: 40, b: 90 }
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}

/** The names of the stored pictures. */
async function stored(): Promise<string[]> {
  return readdir(join(world.folder, 'photos')).catch(() => [])
}

const fileOf = (photo: string) => photo.replace(/^.*\//, '')

/** Waits for the removal of a picture: it is removed soon after the answer, once it is no longer used. */
const gone = (photo: string) =>
  until(`${photo} is removed`, async () => !(await stored()).includes(fileOf(photo)))

// Requirement (records): Artist: photo is a URL on read, base64 or URL on write
test('a picture is stored, read at an absolute address, replaced and removed with its artist', async () => {
  const as = await aUser()
  const { body } = await post('/artists', { name: aName('Ebb'), photo: await aPicture() }, { as })
  assert.match(body.photo, /^http:\/\/[^/]+\/photos\/[\w-]{24}\.webp$/)
  assert.ok((await stored()).includes(fileOf(body.photo)))

  const kept = await put(`/artists/${body.id}`, { photo: body.photo, bio: 'New' }, { as })
  assert.equal(kept.body.photo, body.photo)
  const changed = await put(`/artists/${body.id}`, { photo: await aPicture() }, { as })
  assert.notEqual(changed.body.photo, body.photo)
  await gone(body.photo)
  assert.ok((await stored()).includes(fileOf(changed.body.photo)))
  const again = await put(`/artists/${body.id}`, { photo: changed.body.photo }, { as })
  const other = await post('/artists', { name: aName('Ebb'), photo: await aPicture() }, { as })
  await del(`/artists/${other.body.id}`, { as })
  await gone(other.body.photo)
  assert.ok((await stored()).includes(fileOf(again.body.photo)))

  assert.equal((await del(`/artists/${body.id}`, { as })).status, 200)
  await gone(changed.body.photo)
})

// Requirement (records): Artist: photo null takes it away, absent leaves it
test('null removes a picture, and an update without photo keeps it', async () => {
  const as = await aUser()
  const { body } = await post('/artists', { name: aName('Ebb'), photo: await aPicture() }, { as })
  const renamed = await put(`/artists/${body.id}`, { name: aName('Flood') }, { as })
  assert.equal(renamed.body.photo, body.photo)
  const without = await put(`/artists/${body.id}`, { photo: null }, { as })
  assert.equal(without.body.photo, null)
  await gone(body.photo)
})

test('each artist of a batch keeps its own picture', async () => {
  const as = await aUser()
  const artists = [
    { name: aName('A'), photo: await aPicture() },
    { name: aName('B'), photo: null },
    { name: aName('C'), photo: 'https://pictures.example/c.jpg' },
    { name: aName('D'), photo: await aPicture() },
  ]
  const { body } = await post('/artists', { artists }, { as })
  const [a, b, c, d] = body
  assert.deepEqual([b.photo, c.photo], [null, 'https://pictures.example/c.jpg'])
  assert.notEqual(a.photo, d.photo)
  const files = await stored()
  assert.ok(files.includes(fileOf(a.photo)) && files.includes(fileOf(d.photo)))
  assert.deepEqual((await get(`/artists/${d.id}`)).body, d)
})

// Requirement (operations): POST /artists: all or nothing, pictures too
test('a bad picture among several is named; nothing is created and no picture stays behind', async () => {
  const as = await aUser()
  const name = aName('Never')
  const before = await stored()
  const picture = await aPicture()
  const artists = [{ name, photo: picture }, { name }, { name, photo: picture.slice(0, -40) }]
  const { status, body } = await post('/artists', { artists }, { as })
  assert.equal(status, 400)
  assert.match(body.error, /^artists\[2\]\.photo /)
  assert.deepEqual(await stored(), before)
  assert.deepEqual(
    await db.selectFrom('artists').select('id').where('name', '=', name).execute(),
    [],
  )
})

test('a picture that is too large in a batch is named too: 413', async () => {
  const photo = Buffer.alloc(5.5 * 1024 * 1024).toString('base64')
  const artists = [{ name: aName('A') }, { name: aName('B'), photo }]
  const { status, body } = await post('/artists', { artists }, { as: await aUser() })
  assert.deepEqual([status, body.error], [413, 'artists[1].photo must have at most 5 MiB'])
})

test('a refused update stores no picture and keeps the old one', async () => {
  const [as, other] = [await aUser(), await aUser()]
  const { body } = await post('/artists', { name: aName('Ebb'), photo: await aPicture() }, { as })
  const before = await stored()
  const refused = await put(`/artists/${body.id}`, { photo: await aPicture() }, { as: other })
  assert.equal(refused.status, 403)
  assert.deepEqual(await stored(), before)
  assert.equal((await get(`/artists/${body.id}`)).body.photo, body.photo)
})
