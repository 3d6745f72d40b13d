import { capped, paginated, type Room } from '#platform/http'
import { toItem } from './items.ts'
import { readMonth } from './month.ts'
import { chart, countGigs, inMonth, pageOfGigs, upcoming } from './queries.ts'
import { Chart, ChartQuery, GigPage, GigQuery, most } from './schemas.ts'

export const gigs: Room = async (app) => {
  app.route({
    method: 'GET',
    url: '/gigs',
    config: { access: 'client', caching: 'private' },
    schema: {
      operationId: 'listGigs',
      summary: 'Gigs by start, upcoming ones or those of a month; those to be announced last',
      querystring: GigQuery,
      response: { 200: GigPage },
    },
    handler: async ({ query }) => {
      const page = capped(query, most.listed)
      const month = readMonth(query)
      const window = month ? inMonth(month) : upcoming(app.now())
      const selection = { window, artist: query.artist, country: query.country }
      const counts = await countGigs(app.db, selection)
      const rows = await pageOfGigs(app.db, selection, { ...page, counts })
      return { gigs: rows.map(toItem), pagination: paginated(page, counts.timed + counts.tba) }
    },
  })

  app.route({
    method: 'GET',
    url: '/gigs/chart',
    config: { access: 'client', caching: 'private' },
    schema: {
      operationId: 'getChart',
      summary: 'The artists with the most upcoming gigs',
      querystring: ChartQuery,
      response: { 200: Chart },
    },
    handler: async ({ query }) => {
      const { limit } = capped(query, most.charted)
      const rows = await chart(app.db, app.now(), limit)
      return { artists: rows.map(({ gig_count, ...artist }) => ({ artist, gig_count })) }
    },
  })
}
