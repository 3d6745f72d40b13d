import { Type } from 'typebox'
import { signedIn } from '#core/access'
import { type Module } from '#platform/http/infrastructure'
import { capped } from '#platform/http/paging'
import { listActivity } from './queries.ts'
import { watchedBy } from './rights.ts'
import { Activities, ActivityQuery, ActivityStreamQuery, mostItems } from './schemas.ts'
import { Watchers } from './watchers.ts'

export const activity: Module = async (app) => {
  const watchers = new Watchers(app)
  app.addHook('preClose', async () => watchers.close())

  app.route({
    method: 'GET',
    url: '/activity',
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'listActivity',
      summary: 'What happens: payments, admissions and changes of festivals, newest first',
      description: 'Admins see all, managers what concerns the festivals of their organizers',
      querystring: ActivityQuery,
      response: { 200: Activities },
    },
    handler: async (request) => {
      const watched = await watchedBy(app.db, signedIn(request))
      return listActivity(app.db, watched, capped(request.query, mostItems))
    },
  })

  app.route({
    method: 'GET',
    url: '/activity/sse',
    exposeHeadRoute: false,
    config: { access: 'user', refuses: [403, 'too_many_streams'], endless: true },
    schema: {
      operationId: 'streamActivity',
      summary: 'What happens as it happens, as Server-Sent Events',
      description:
        'The data of each message is an activity as in the list, at most a second and a bit late; of more than 200 in a second the latest 200. The id of a message is a place: sent back as Last-Event-ID it brings what was missed. One that comes again has the same id in its data. A comment comes every ten seconds. The stream ends with the token, when there is nothing more to watch, and when the service stops: come back after three seconds.',
      querystring: ActivityStreamQuery,
      response: {
        200: {
          description: 'The stream',
          content: { 'text/event-stream': { schema: Type.String() } },
        },
      },
    },
    handler: async (request, reply) => {
      const header = request.headers['last-event-id']
      const lastEventId = typeof header === 'string' && header !== '' ? header : undefined
      await watchers.open(request, reply, lastEventId ?? request.query.last_event_id)
    },
  })
}
