import { test } from 'node:test'
import { aWorld } from '../../test/world.ts'
const { get, post, put, del, aUser } = await aWorld()
test('x', async () => {
  const ada = await aUser(); const bo = await aUser()
  const a = await post('/artists', { name: 'Ebb Trio', genres: ['Techno', 'TECHNO', 'Deep House'], music_streaming: 'https://a.b/c', id: 'x', created_by: bo.id }, { as: ada })
  console.log(a.status, a.body)
  for (const b of [{}, { name: ' ' }, { artists: [] }, { artists: [{ name: 'x' }, {}] }, { name: 'x', music_streaming: 'ftp://x', audio_sharing: 'x', genres: ['', ' '.repeat(3)] }, { name: 'x', genres: 'rock' }, { artists: [{ name: 'ok' }, { name: 'bad', photo: 'abc' }] }, { artists: 5 }, [1], { artists: [{name:'x', genres: null}]}]) {
    const r = await post('/artists', b, { as: ada }); console.log(r.status, JSON.stringify(r.body))
  }
  const batch = await post('/artists', { artists: [{ name: 'B' }, { name: 'A', genres: ['techno', 'Zouk'] }] }, { as: ada, headers: {'idempotency-key': 'k'} })
  console.log(batch.status, JSON.stringify(batch.body))
  console.log(JSON.stringify((await get('/genres')).body), (await get('/artists')).body.length)
  const p = await put(`/artists/${a.body.id}`, { genres: ['Zouk'], bio: 'hi', music_streaming: null }, { as: ada }); console.log(p.status, JSON.stringify(p.body))
  console.log((await put(`/artists/${a.body.id}`, {}, { as: bo })).body, (await put(`/artists/nope`, {}, { as: bo })).body, (await put(`/artists/${a.body.id}`, {}, { as: ada })).status)
  const i = await post('/interest', { entity_type: 'artist', entity_id: a.body.id }, { as: bo }); console.log(i.status, i.body)
  const i2 = await post('/interest', { entity_type: 'artist', entity_id: a.body.id }, { as: bo }); console.log(i2.status, i2.body)
  console.log((await post('/interest', { entity_type: 'x', entity_id: '' }, { as: bo })).body, (await post('/interest', { entity_type: 'genre', entity_id: 'abc' }, { as: bo })).body, (await post('/interest', {}, { as: bo })).body)
  console.log((await get('/interest', { as: bo })).body)
  console.log(JSON.stringify((await get('/search?for=ebb', { client: null })).body))
  console.log(JSON.stringify((await get('/search?for=', { client: null })).body), (await get('/search', { client: null })).body, (await get('/search?for=zouk', { client: null })).body, (await get('/search?for=a&for=b', { client: null })).body)
  console.log((await del(`/artists/${a.body.id}`, { as: ada })).body, (await get('/interest', { as: bo })).body, (await del('/interest/x', { as: bo })).body)
})
