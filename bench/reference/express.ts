/**
 * What a good engineer would write in a day with Express 5 and pg: a pool, named statements, json_agg, no
 * N+1, keep-alive, production mode, tokens from memory. It answers the same JSON as the service.
 */
import type { AddressInfo } from 'node:net'
import express, { type Request } from 'express'
import pg from 'pg'
import { chart, gigs, listOf, map, single, type Time } from './statements.ts'

pg.defaults.parseInputDatesAsUTC = true

const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'] ?? '',
  max: 10,
  options: '-c timezone=UTC -c jit=off',
})
const clients = new Map([[process.env['CLIENT_TOKEN'] ?? '', { id: 'bench' }]])
const app = express()
app.disable('x-powered-by')

app.use((request, response, next) => {
  const client = clients.get(request.get('x-f-authorization') ?? '')
  if (client) next()
  else response.status(401).json({ error: 'Invalid token' })
})

type Statement = { name: string; text: string }
type Pair = { page: Statement; total: Statement }

const ask = async (statement: Statement, values: unknown[]) =>
  (await pool.query({ ...statement, values })).rows

/** A page and the total, queried at once. */
async function pageOf({ page, total }: Pair, values: unknown[], cut: Cut) {
  const [rows, [counted]] = await Promise.all([
    ask(page, [...values, cut.limit, (cut.page - 1) * cut.limit]),
    ask(total, values),
  ])
  const totalPages = Math.ceil(counted.total / cut.limit)
  return {
    rows,
    pagination: { ...cut, total: counted.total, totalPages, hasMore: cut.page < totalPages },
  }
}

type Cut = { page: number; limit: number }

function cutOf({ query }: Request, byDefault: number, most: number): Cut {
  const limit = Math.min(Number(query['limit'] ?? byDefault), most)
  return { page: Number(query['page'] ?? 1), limit }
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

app.get('/festivals', async (request, response) => {
  const { query } = request
  const isMap = query['map'] === 'true'
  const country = text(query['country'])
  const time = text(query['time']) as Time
  const box = ['min_lng', 'min_lat', 'max_lng', 'max_lat'].map((bound) => Number(query[bound]))
  const narrowed = [...(time ? [new Date()] : []), ...(country ? [country.toLowerCase()] : [])]
  const { rows: festivals, pagination } = isMap
    ? await pageOf(map, box, cutOf(request, 80, 200))
    : await pageOf(listOf(time, country !== ''), narrowed, cutOf(request, 20, 100))
  response.json({ festivals: withPhotos(request, festivals), pagination })
})

app.get('/festivals/:id', async (request, response) => {
  const [festival] = withPhotos(request, await ask(single, [request.params.id]))
  if (festival) response.json(festival)
  else response.status(404).json({ error: 'Festival not found' })
})

app.get('/gigs', async (request, response) => {
  const [year, month] = text(request.query['month']).split('-').map(Number)
  const months = [0, 1].map((ahead) => new Date(Date.UTC(year ?? 0, (month ?? 1) - 1 + ahead)))
  const { rows, pagination } = await pageOf(gigs, months, cutOf(request, 20, 100))
  for (const { artist, festival } of rows) withPhotos(request, [artist, festival])
  response.json({ gigs: rows, pagination })
})

app.get('/gigs/chart', async (request, response) => {
  const artists = await ask(chart, [new Date(), cutOf(request, 100, 200).limit])
  for (const { artist } of artists) withPhotos(request, [artist])
  response.json({ artists })
})

type WithPhoto = { photo: string | null } | null

/** Stored photos have no host. */
function withPhotos<T extends WithPhoto>({ protocol, host }: Request, records: T[]): T[] {
  for (const record of records) {
    if (record?.photo?.startsWith('/photos/')) record.photo = `${protocol}://${host}${record.photo}`
  }
  return records
}

const server = app.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
process.on('SIGTERM', () => process.exit())
