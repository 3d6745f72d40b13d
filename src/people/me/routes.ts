import { mayUser, permissions, signedIn } from '#core/access'
import { countUnread } from '#messaging/notifications'
import { download } from '#platform/http/answers/download'
import { originOf } from '#platform/http/answers/origin'
import { type Module } from '#platform/http/infrastructure'
import { paginated } from '#platform/http/paging'
import { Memory } from '#platform/sync/memory'
import { Problem } from '#platform/values/errors'
import { written } from '#platform/values/raw-json'
import { exportUser } from './export.ts'
import { Export } from './export-schemas.ts'
import { feedFestivals, feedGigs } from './feed.ts'
import { feedTexts } from './feed-texts.ts'
import { managedLists } from './managed-routes.ts'
import { findAccount, findProfile } from './profile.ts'
import { Feed, type FeedAnswer, FeedQuery, Me, mostFed } from './schemas.ts'

const addresses = [
  { url: '/users/i', operationId: 'getCurrentUser' },
  { url: '/users/me', operationId: 'getMe' },
]

export const me: Module = async (app) => {
  const totals = new Memory<number>({ bus: app.bus, now: app.now, topic: 'catalogue', most: 3 })
  const texts = feedTexts(app)
  for (const { url, operationId } of addresses) {
    app.route({
      method: 'GET',
      url,
      config: { access: 'user', publishable: true },
      schema: {
        operationId,
        summary: 'The signed-in user, with points, level, badges, permissions and interests',
        response: { 200: Me },
      },
      handler: async (request) => {
        const user = signedIn(request)
        const profile = await findProfile(app.db, user.id, app.now())
        // The account was erased after the token was checked.
        if (!profile) throw new Problem(401, 'Invalid token')
        return { ...profile, permissions: permissions.filter((name) => mayUser(user, name)) }
      },
    })
  }

  app.route({
    method: 'GET',
    url: '/users/i/feed',
    config: { access: 'user', publishable: true },
    schema: {
      operationId: 'getFeed',
      summary: 'Upcoming festivals and gigs, what the user follows first; the two page separately',
      querystring: FeedQuery,
      response: { 200: Feed },
    },
    handler: async (request) => {
      const { festivals_page, festivals_limit, festivals_time, gigs_page, gigs_limit } =
        request.query
      const { expand = [] } = request.query
      const reader = { userId: signedIn(request).id, now: app.now() }
      const festivalsPage = { page: festivals_page, limit: Math.min(festivals_limit, mostFed) }
      const gigsPage = { page: gigs_page, limit: Math.min(gigs_limit, mostFed) }
      const [festivals, gigs, me, unread] = await Promise.all([
        feedFestivals({ db: app.db, totals }, reader, { ...festivalsPage, time: festivals_time }),
        feedGigs(app, reader, gigsPage),
        expand.includes('me') ? findAccount(app.db, reader.userId) : undefined,
        expand.includes('unread') ? countUnread(app.db, reader.userId) : undefined,
      ])
      if (expand.includes('me') && !me) throw new Problem(401, 'Invalid token')
      const [festivalTexts, gigTexts] = await Promise.all([
        texts.festivals(festivals.entries),
        texts.gigs(gigs.entries),
      ])
      const others = JSON.stringify({
        festivalsPagination: paginated(festivalsPage, festivals.total),
        gigsPagination: paginated(gigsPage, gigs.total),
        ...(me && { me }),
        ...(unread !== undefined && { unread_count: unread }),
      })
      return written<FeedAnswer>(
        `{"festivals":${festivalTexts},"gigs":${gigTexts},${others.slice(1)}`,
      )
    },
  })

  app.route({
    method: 'GET',
    url: '/users/i/export',
    config: { access: 'user', publishable: true },
    schema: {
      operationId: 'exportUser',
      summary: 'Everything that is stored about the signed-in user, as a file',
      response: { 200: Export },
    },
    handler: async (request, reply) => {
      const at = { db: app.work, now: app.now() }
      const content = await exportUser(at, signedIn(request).id, originOf(request))
      if (!content) throw new Problem(401, 'Invalid token')
      download(reply, `festival export ${at.now.toISOString().slice(0, 10)}`, '.json')
      reply.type('application/json; charset=utf-8')
      // Fastify also sends streams; the declared type is that of the stream's content.
      return content as never
    },
  })

  managedLists(app)
}
