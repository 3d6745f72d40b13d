import { Type } from 'typebox'
import { partOf } from '#platform/http/cursors'
import { type Module } from '#platform/http/infrastructure'
import { capped, Id, Message } from '#platform/http/paging'
import { createdWithPhotos } from '#platform/http/requests/idempotency'
import { found } from '#platform/values/errors'
import {
  BadgeChange,
  BadgeDefinition,
  Challenge,
  ChallengeChange,
  ChallengesQuery,
  ChallengeWithCode,
  LadderInput,
  Levels,
  NewBadge,
  NewChallenge,
  NewRulePath,
  Rule,
  RuleInput,
  RulePath,
} from './admin-schemas.ts'
import { createBadge, deleteBadge, updateBadge } from './badges.ts'
import { createChallenge, endChallenge, updateChallenge } from './challenges/challenges.ts'
import { givenIcon } from './drawn-icon.ts'
import { replaceLadder } from './levels.ts'
import { findBadge, listChallenges, listLevels, listRules } from './queries.ts'
import { deleteRule, putRule } from './rules.ts'
import { uptake } from './uptake/routes.ts'

type App = Parameters<Module>[0]

/** The access, scope and permission required to administer rewards (contract, section 5, "Administration"). */
const elevated = { access: 'user', scope: 'manage_rewards', permission: 'manage_rewards' } as const

export function administration(app: App): void {
  rules(app)
  badges(app)
  badgeChanges(app)
  levels(app)
  challenges(app)
  uptake(app, elevated)
}

function rules(app: App) {
  app.route({
    method: 'GET',
    url: '/rewards/rules',
    config: elevated,
    schema: {
      operationId: 'listRules',
      summary: 'What events are worth, by their type',
      response: { 200: Type.Array(Rule) },
    },
    handler: () => listRules(app.db),
  })

  app.route({
    method: 'PUT',
    url: '/rewards/rules/:event_type',
    config: { ...elevated, audit: 'rule.set' },
    schema: {
      operationId: 'putRule',
      summary: 'Say what events of a type are worth from now on',
      params: NewRulePath,
      body: RuleInput,
      response: { 200: Rule },
    },
    handler: ({ params, body }) => putRule(app.db, params.event_type, body),
  })

  app.route({
    method: 'DELETE',
    url: '/rewards/rules/:event_type',
    config: { ...elevated, audit: 'rule.delete', refuses: ['in_use'] },
    schema: {
      operationId: 'deleteRule',
      summary: 'Make events of a type worth nothing from now on',
      params: RulePath,
      response: { 200: Message },
    },
    handler: async ({ params }) => {
      await deleteRule(app.db, params.event_type)
      return { message: 'Rule deleted' }
    },
  })
}

function badges(app: App) {
  app.route({
    method: 'GET',
    url: '/rewards/badges/:id',
    config: elevated,
    schema: {
      operationId: 'getBadge',
      summary: 'A badge and what it counts',
      params: Id,
      response: { 200: BadgeDefinition },
    },
    handler: async ({ params }) => found(await findBadge(app.db, params.id), 'Badge'),
  })

  app.route({
    method: 'POST',
    url: '/rewards/badges',
    config: { ...elevated, audit: 'badge.create', idempotent: true, refuses: ['store_away'] },
    schema: {
      operationId: 'createBadge',
      summary: 'Make a badge; it also counts what happened before',
      body: NewBadge,
      response: { 201: BadgeDefinition },
    },
    handler: (request, reply) =>
      createdWithPhotos(request, reply, {
        written: [givenIcon(request.body.icon)],
        nameOf: () => 'icon',
        create: (db, [icon = null]) => createBadge({ db, now: app.now() }, request.body, icon),
      }),
  })
}

function badgeChanges(app: App) {
  app.route({
    method: 'PUT',
    url: '/rewards/badges/:id',
    config: { ...elevated, audit: 'badge.update', refuses: ['store_away'] },
    schema: {
      operationId: 'updateBadge',
      summary: "Change a badge; everybody's progress follows at once",
      params: Id,
      body: BadgeChange,
      response: { 200: BadgeDefinition },
    },
    handler: ({ params, body }) => updateBadge(app, params.id, body),
  })

  app.route({
    method: 'DELETE',
    url: '/rewards/badges/:id',
    config: { ...elevated, audit: 'badge.delete' },
    schema: {
      operationId: 'deleteBadge',
      summary: 'Take a badge away from everybody',
      params: Id,
      response: { 200: Message },
    },
    handler: async ({ params }) => {
      await deleteBadge(app, params.id)
      return { message: 'Badge deleted' }
    },
  })
}

function levels(app: App) {
  app.route({
    method: 'GET',
    url: '/rewards/levels',
    config: elevated,
    schema: {
      operationId: 'listLevels',
      summary: 'The levels with their benefits',
      response: { 200: Levels },
    },
    handler: async () => ({ levels: await listLevels(app.db) }),
  })

  app.route({
    method: 'PUT',
    url: '/rewards/levels',
    config: { ...elevated, audit: 'ladder.replace' },
    schema: {
      operationId: 'replaceLevels',
      summary: 'Replace all levels',
      body: LadderInput,
      response: { 200: Levels },
    },
    handler: async ({ body }) => ({ levels: await replaceLadder(app.db, body) }),
  })
}

function challenges(app: App) {
  changeChallenges(app)
  app.route({
    method: 'GET',
    url: '/rewards/challenges',
    config: { ...elevated, answersWith: ['Link'] },
    schema: {
      operationId: 'listChallenges',
      summary: 'Challenges, newest first',
      querystring: ChallengesQuery,
      response: { 200: Type.Array(Challenge) },
    },
    handler: (request, reply) =>
      partOf({ request, reply }, capped(request.query, 1000), {
        order: ['time', 'id'],
        find: (part) => listChallenges(app.db, part),
        keysOf: ({ created_at, id }) => [created_at, id],
      }),
  })

  app.route({
    method: 'POST',
    url: '/rewards/challenges',
    config: { ...elevated, audit: 'challenge.create', refuses: ['code_taken'] },
    schema: {
      operationId: 'createChallenge',
      summary: 'Make a challenge; its code is shown this once',
      body: NewChallenge,
      response: { 201: ChallengeWithCode },
    },
    handler: async ({ body }, reply) => {
      reply.code(201)
      return createChallenge(app.db, body, app.now())
    },
  })
}

function changeChallenges(app: App) {
  app.route({
    method: 'PUT',
    url: '/rewards/challenges/:id',
    config: { ...elevated, audit: 'challenge.update', refuses: ['below_claims'] },
    schema: {
      operationId: 'updateChallenge',
      summary: 'Change a challenge; claims that were made stay',
      params: Id,
      body: ChallengeChange,
      response: { 200: Challenge },
    },
    handler: ({ params, body }) => updateChallenge(app.db, params.id, body),
  })

  app.route({
    method: 'DELETE',
    url: '/rewards/challenges/:id',
    config: { ...elevated, audit: 'challenge.delete' },
    schema: {
      operationId: 'deleteChallenge',
      summary: 'Delete a challenge; one that was claimed is deactivated instead',
      params: Id,
      response: { 200: Message },
    },
    handler: async ({ params }) => {
      return { message: `Challenge ${await endChallenge(app.db, params.id)}` }
    },
  })
}
