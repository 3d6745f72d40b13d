import type { Module } from '#platform/http/infrastructure'
import { missingFields } from '#platform/values/errors'
import { cacheTags } from '#platform/values/raw-json'
import { searchFor } from './queries.ts'
import { Samples } from './samples.ts'
import { type Found, SearchQuery, SearchResult } from './schemas.ts'

/** Returns when the first of the festivals that are not over will be: then it comes after the others. */
function nextEnd({ festivals }: Found, now: Date): Date | undefined {
  const ends = festivals.map(({ end_time }) => new Date(end_time)).filter((end) => end >= now)
  return ends.length === 0 ? undefined : new Date(Math.min(...ends.map(Number)))
}

export const search: Module = async (app) => {
  const sources = { db: app.reads, samples: new Samples(app), now: app.now }
  app.route({
    method: 'GET',
    url: '/search',
    config: { access: 'public', caching: 'public', cache: true },
    schema: {
      operationId: 'search',
      summary: 'Artists, festivals and genres by name, and what a genre of that name leads to',
      querystring: SearchQuery,
      response: { 200: SearchResult },
    },
    handler: async ({ query }) => {
      if (query.for.trim() === '') throw missingFields(['for'])
      const found = await searchFor(sources, query.for)
      // The results of a genre, which a part of the text may be, change with its artists' gigs.
      const mayHaveGenre = found.genres.length > 0 || query.for.trim().includes(' ')
      const names = mayHaveGenre ? ['search', 'gigs'] : ['search']
      return cacheTags({ ...found, query: query.for }, names, nextEnd(found, app.now()))
    },
  })
}
