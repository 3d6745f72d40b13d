import { Type } from 'typebox'
import { asksTranslations } from '#core/sale-terms'
import { renewSearchNames } from '#platform/database/search-names'
import { wholeArray } from '#platform/http/answers/arrays'
import { type Module } from '#platform/http/infrastructure'
import { Id, Message } from '#platform/http/paging'
import { created } from '#platform/http/requests/idempotency'
import { found } from '#platform/values/errors'
import { cacheTags } from '#platform/values/raw-json'
import { archiveSubscription, createSubscription, updateSubscription } from './changes.ts'
import { findSubscription, listSubscriptions } from './queries.ts'
import {
  NewSubscription,
  Subscription,
  SubscriptionChange,
  SubscriptionOneQuery,
  SubscriptionQuery,
} from './schemas.ts'

/** The rights that a caller needs to change plans (docs/contract, 2.5). */
const elevated = {
  access: 'user',
  scope: 'manage_subscriptions',
  permission: 'create_subscriptions',
} as const

export const subscriptions: Module = async (app) => {
  app.jobs.everySeconds(60, () => renewSearchNames(app.work, 'subscriptions'))
  app.route({
    method: 'GET',
    url: '/subscriptions',
    config: { access: 'user', publishable: true, caching: 'private', cache: true },
    schema: {
      operationId: 'listSubscriptions',
      summary: 'The membership plans on offer, by name',
      querystring: SubscriptionQuery,
      response: { 200: Type.Array(Subscription) },
    },
    handler: async ({ query: { expand, ...query } }, reply) => {
      const translations = asksTranslations({ expand })
      const plans = await wholeArray<Subscription>(reply, query, (after, limit, offset) =>
        listSubscriptions(app.reads, { translations, after, limit, offset }),
      )
      return cacheTags(plans, ['subscriptions'])
    },
  })

  app.route({
    method: 'GET',
    url: '/subscriptions/:id',
    config: { access: 'user', publishable: true, caching: 'private', cache: true },
    schema: {
      operationId: 'getSubscription',
      summary: 'A membership plan',
      params: Id,
      querystring: SubscriptionOneQuery,
      response: { 200: Subscription },
    },
    handler: async ({ params, query }) => {
      const shown = { translations: asksTranslations(query) }
      const plan = found(await findSubscription(app.reads, params.id, shown), 'Subscription')
      return cacheTags(plan, [`subscription:${plan.id}`])
    },
  })

  app.route({
    method: 'POST',
    url: '/subscriptions',
    config: { ...elevated, audit: 'subscription.create', idempotent: true },
    schema: {
      operationId: 'createSubscription',
      summary: 'Put a membership plan on offer',
      body: NewSubscription,
      response: { 201: Subscription },
    },
    handler: (request, reply) =>
      created(request, reply, (db) => createSubscription(db, request.body, app.now())),
  })

  app.route({
    method: 'PUT',
    url: '/subscriptions/:id',
    config: { ...elevated, audit: 'subscription.update' },
    schema: {
      operationId: 'updateSubscription',
      summary: 'Change a membership plan',
      params: Id,
      body: SubscriptionChange,
      response: { 200: Subscription },
    },
    handler: ({ params, body }) => updateSubscription(app.db, params.id, body),
  })

  app.route({
    method: 'DELETE',
    url: '/subscriptions/:id',
    config: { ...elevated, audit: 'subscription.delete' },
    schema: {
      operationId: 'deleteSubscription',
      summary: 'Take a membership plan off the offer; who has paid for it keeps it',
      params: Id,
      response: { 200: Message },
    },
    handler: async ({ params }) => {
      await archiveSubscription(app.db, params.id, app.now())
      return { message: 'Subscription deleted' }
    },
  })
}
