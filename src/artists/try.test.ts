import { test } from 'node:test'
import { aWorld } from '../../test/world.ts'

const { post, put, get, aUser, db } = await aWorld()
const time = async (what: string, f: () => Promise<{ status: number; text: string }>) => {
  const t = performance.now()
  const r = await f()
  console.log(what, r.status, r.text.slice(0, 100), Math.round(performance.now() - t), 'ms')
}
test('x', async () => {
  const ada = await aUser()
  await time('10k x 2', () =>
    post(
      '/artists',
      {
        artists: Array.from({ length: 10000 }, (_, i) => ({
          name: `n ${i}`,
          genres: [`g${i % 100}`, `h${i % 37}`],
        })),
      },
      { as: ada },
    ),
  )
  await time('10k x 50 of few', () =>
    post(
      '/artists',
      {
        artists: Array.from({ length: 10000 }, (_, i) => ({
          name: `m ${i}`,
          genres: Array.from({ length: 50 }, (_, k) => `${(i + k * 7) % 900}`),
        })),
      },
      { as: ada },
    ),
  )
  await time('10k x 30 distinct', () =>
    post(
      '/artists',
      {
        artists: Array.from({ length: 10000 }, (_, i) => ({
          name: `q ${i}`,
          genres: Array.from({ length: 30 }, (_, k) => `${i * 50 + k}`),
        })),
      },
      { as: ada },
    ),
  )
  await time('10001', () =>
    post(
      '/artists',
      { artists: Array.from({ length: 10001 }, (_, i) => ({ name: `q ${i}` })) },
      { as: ada },
    ),
  )
  await time('list', () => get('/artists'))
  await time('genres', () => get('/genres'))
  const wide = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => String.fromCodePoint(from + i)).filter(
      (c) => c.normalize('NFKD').length >= 2 && !/\p{Cn}/u.test(c),
    )
  const chars = [
    ...wide(0x3200, 0x3400),
    ...wide(0xfb50, 0xfe00),
    ...wide(0x2460, 0x2500),
    ...wide(0x1f100, 0x1f200),
  ]
    .toSorted(
      (a, b) => Buffer.byteLength(b.normalize('NFKD')) - Buffer.byteLength(a.normalize('NFKD')),
    )
    .slice(0, 200)
    .join('')
  console.log([...chars].length, Buffer.byteLength(chars.normalize('NFKD')))
  await time('wide', () =>
    post('/artists', { name: chars, genres: [[...chars].slice(0, 100).join('')] }, { as: ada }),
  )
  const cjk = Array.from({ length: 200 }, (_, i) =>
    String.fromCodePoint(0x20000 + ((i * 7919) % 40000)),
  ).join('')
  await time('4 bytes', () =>
    post('/artists', { name: cjk, genres: [[...cjk].slice(0, 100).join('')] }, { as: ada }),
  )
  await time('find', () =>
    get(`/search?for=${encodeURIComponent([...cjk].slice(0, 100).join(''))}`),
  )
  void db
  void put
})
