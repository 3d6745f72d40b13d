import { signedIn } from '#core/access'
import type { Module } from '#platform/http/infrastructure'
import { Id, Message } from '#platform/http/paging'
import { subscribe, unsubscribe } from './changes.ts'
import { PushCourier } from './courier.ts'
import { showPushesDue } from './due.ts'
import { pushKey } from './keys.ts'
import { listSubscriptions } from './queries.ts'
import { NewPushSubscription, PushSubscription, PushSubscriptions } from './schemas.ts'

/** Notifications that browsers show while no page is open (docs/contract, section 6.6). */
export const push: Module = async (app) => {
  showPushesDue(app)
  const courier = new PushCourier(app)
  app.jobs.everySeconds(
    1,
    (stopping) => courier.look(stopping),
    () => courier.settled(),
  )
  app.addHook('onClose', () => courier.settled())

  app.route({
    method: 'GET',
    url: '/users/i/push-subscriptions',
    config: { access: 'user', publishable: true },
    schema: {
      operationId: 'listPushSubscriptions',
      summary: "The user's browsers that show notifications, and the key to subscribe with",
      response: { 200: PushSubscriptions },
    },
    handler: async (request) => {
      const { publicKey } = await pushKey({ db: app.db, vault: app.vault, now: app.now() })
      return {
        application_server_key: publicKey.toString('base64url'),
        subscriptions: await listSubscriptions(app.db, signedIn(request).id),
      }
    },
  })

  app.route({
    method: 'POST',
    url: '/users/i/push-subscriptions',
    config: { access: 'user', publishable: true, audit: false, refuses: ['too_many'] },
    schema: {
      operationId: 'subscribeToPush',
      summary: 'Let a browser show the notifications of the user; again: nothing changes',
      description:
        'The body is what the browser gave, as JSON. The subscription ends with the session that it is made in, and when its push service does not know it any more. A browser has one at a time, whose it was before or not.',
      body: NewPushSubscription,
      response: { 201: PushSubscription },
    },
    handler: (request, reply) => {
      reply.code(201)
      return subscribe(app, signedIn(request), request.body)
    },
  })

  app.route({
    method: 'DELETE',
    url: '/users/i/push-subscriptions/:id',
    config: { access: 'user', publishable: true, audit: false },
    schema: {
      operationId: 'unsubscribeFromPush',
      summary: 'Let a browser show notifications no more',
      params: Id,
      response: { 200: Message },
    },
    handler: async (request) => {
      await unsubscribe(app.db, { id: request.params.id, userId: signedIn(request).id })
      return { message: 'The browser shows notifications no more' }
    },
  })
}
