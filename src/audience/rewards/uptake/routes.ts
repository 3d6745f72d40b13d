import type { Module } from '#platform/http/infrastructure'
import { Id } from '#platform/http/paging'
import { found } from '#platform/values/errors'
import { BadgeUptake, BadgeUptakes, ChallengeUptake } from './schemas.ts'
import { countBadges, findBadgeUptake, findChallengeUptake } from './uptake.ts'

/** Routes for the uptake of badges and challenges. They count all events of a type, which can take longer than a request may run. */
export function uptake(
  app: Parameters<Module>[0],
  elevated: { access: 'user'; scope: 'manage_rewards'; permission: 'manage_rewards' },
): void {
  app.route({
    method: 'GET',
    url: '/rewards/badges/uptake',
    config: elevated,
    schema: {
      operationId: 'listBadgeUptake',
      summary: 'How many have begun and unlocked each badge',
      response: { 200: BadgeUptakes },
    },
    handler: async () => ({ badges: await countBadges(app.work) }),
  })

  app.route({
    method: 'GET',
    url: '/rewards/badges/:id/uptake',
    config: elevated,
    schema: {
      operationId: 'getBadgeUptake',
      summary: 'How many have begun and unlocked a badge, day by day',
      params: Id,
      response: { 200: BadgeUptake },
    },
    handler: async ({ params }) => found(await findBadgeUptake(app.work, params.id), 'Badge'),
  })

  app.route({
    method: 'GET',
    url: '/rewards/challenges/:id/uptake',
    config: elevated,
    schema: {
      operationId: 'getChallengeUptake',
      summary: 'How often a challenge was claimed, day by day',
      params: Id,
      response: { 200: ChallengeUptake },
    },
    handler: async ({ params }) =>
      found(await findChallengeUptake(app.work, params.id), 'Challenge'),
  })
}
