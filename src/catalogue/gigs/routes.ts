import type { Static } from 'typebox'
import { findMergedInto } from '#catalogue/artists'
import { type Module } from '#platform/http/infrastructure'
import { capped, mostIds, offsetOf, paginated } from '#platform/http/paging'
import { cacheTags } from '#platform/values/raw-json'
import { chartOf } from './chart.ts'
import { toItem } from './items.ts'
import { readMonth } from './month.ts'
import { findGigs, pageOfGigs } from './queries.ts'
import { Chart, ChartQuery, GigPage, GigQuery, most } from './schemas.ts'
import { inMonth, nameOf, type Selection, upcoming } from './selection.ts'
import { countGigs } from './totals.ts'

type App = Parameters<Module>[0]

export const gigs: Module = async (app) => {
  app.route({
    method: 'GET',
    url: '/gigs',
    config: { access: 'client', caching: 'private', cache: true },
    schema: {
      operationId: 'listGigs',
      summary: 'Gigs by start, upcoming ones or those of a month; those to be announced last',
      querystring: GigQuery,
      response: { 200: GigPage },
    },
    handler: async ({ query }) => {
      if (query.ids) return answerIds(app, query, query.ids)
      const page = capped({ ...query, limit: query.limit ?? 20 }, most.listed)
      const month = readMonth(query)
      const window = month ? inMonth(month) : upcoming(app.now())
      const selection = { window, artist: query.artist, country: query.country }
      const { chosen, totals } = await countByAnyId(app, selection)
      const rows = await pageOfGigs(app.reads, chosen, { ...page, totals })
      const pagination = paginated(page, totals.timed + totals.tba)
      const names = [nameOf(selection), nameOf(chosen)]
      return cacheTags({ gigs: rows.map(toItem), pagination }, names, totals.until)
    },
  })

  app.route({
    method: 'GET',
    url: '/gigs/chart',
    config: { access: 'client', caching: 'private', cache: true },
    schema: {
      operationId: 'getChart',
      summary: 'The artists with the most upcoming gigs',
      querystring: ChartQuery,
      response: { 200: Chart },
    },
    handler: async ({ query }) => {
      const { limit } = capped(query, most.charted)
      const { artists, until } = await chartOf(app).read(app.now(), limit)
      const places = artists.map(({ gig_count, ...artist }) => ({ artist, gig_count }))
      return cacheTags({ artists: places }, ['gigs', 'artists'], until)
    },
  })
}

/** Returns gigs by their ids, at any time; the other filters narrow them. */
async function answerIds(app: App, query: Static<typeof GigQuery>, ids: string[]) {
  const page = capped({ ...query, limit: query.limit ?? mostIds }, most.listed)
  const month = readMonth(query)
  const kept = query.artist && (await findMergedInto(app.reads, [query.artist])).get(query.artist)
  const rows = await findGigs(app.reads, ids, {
    ...(month && { window: inMonth(month) }),
    artist: kept ?? query.artist,
    country: query.country,
  })
  const offset = offsetOf(page)
  const gigs = rows.slice(offset, offset + page.limit).map(toItem)
  // The database reports any change of a gig, or of its appearance, under this name.
  return cacheTags({ gigs, pagination: paginated(page, rows.length) }, ['gigs'])
}

/** Counts a selection. If it is empty, the artist may have been merged: then counts the gigs of the surviving one. */
async function countByAnyId(app: Parameters<typeof countGigs>[0], selection: Selection) {
  const totals = await countGigs(app, selection)
  const artist = selection.artist?.toLowerCase()
  if (artist === undefined || totals.timed + totals.tba > 0) return { chosen: selection, totals }
  const kept = (await findMergedInto(app.reads, [artist])).get(artist)
  if (kept === undefined) return { chosen: selection, totals }
  const chosen = { ...selection, artist: kept }
  return { chosen, totals: await countGigs(app, chosen) }
}
