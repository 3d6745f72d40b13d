import { invalid } from '#platform/errors'
import type { Room } from '#platform/http'
import { searchFor } from './queries.ts'
import { SearchQuery, SearchResult } from './schemas.ts'

export const search: Room = async (app) => {
  app.route({
    method: 'GET',
    url: '/search',
    config: { access: 'public', caching: 'public' },
    schema: {
      operationId: 'search',
      summary: 'Artists, festivals and genres by name, and what a genre of that name leads to',
      querystring: SearchQuery,
      response: { 200: SearchResult },
    },
    handler: async ({ query }) => {
      if (query.for.trim() === '') throw invalid('for is required')
      return { ...(await searchFor(app.db, query.for)), query: query.for }
    },
  })
}
