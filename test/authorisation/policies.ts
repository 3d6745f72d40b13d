/**
 * Who may do what (docs/contract, section 3), written so that a reader can check it, and not taken from
 * the code: the tests check every operation of the description against it.
 */
import { columns, type Identity, identities, type Outcome } from './outcomes.ts'
import { staffOperations } from './staff-operations.ts'

type Policy = keyof typeof columns

/** The operations of each policy. What only the holder of a secret in the body does is `bearer`. */
const operations: Record<Policy, string[]> = {
  public: [
    'POST /auth/client',
    'POST /auth/forgot-password',
    'GET /organizers',
    'GET /organizers/{id}',
    'GET /search',
    'GET /festivals/{id}/calendar.ics',
    'GET /festivals/{id}/queue',
    'GET /festivals/{id}/queue/entries',
    'GET /festivals/{id}/queue/proof',
    'GET /payments/config',
    'GET /health/live',
    'GET /health/ready',
  ],
  bearer: ['POST /auth/reset-password', 'POST /payments/webhook'],
  applications: [
    'POST /auth/user',
    'POST /auth/code',
    'POST /auth/passkey/options',
    'POST /auth/guest',
    'GET /users',
    'POST /users',
    'GET /artists',
    'GET /artists/{id}',
    'GET /genres',
    'GET /gigs',
    'GET /gigs/chart',
    'GET /festivals',
    'GET /festivals/{id}',
    'GET /festivals/{id}/availability',
    'GET /festivals/{id}/timetable',
    'GET /festivals/{id}/summary',
    'GET /festivals/{id}/day',
    'GET /festivals/{id}/artists',
    'GET /accommodations',
    'GET /accommodations/{id}',
  ],
  users: [
    'POST /auth/logout',
    'PUT /auth/change-password',
    'GET /users/i',
    'GET /users/me',
    'GET /users/i/feed',
    'GET /users/i/invitations',
    'GET /users/i/export',
    'GET /users/i/calendar',
    'POST /users/i/calendar',
    'DELETE /users/i/calendar',
    'GET /users/i/passkeys',
    'GET /users/i/second-factor',
    'GET /users/i/sessions',
    'GET /users/i/standing-access',
    'POST /users/i/standing-access/review',
    'POST /users/i/passkeys/options',
    'GET /users/i/festivals',
    'GET /users/i/organizers',
    'GET /users/i/sales',
    'POST /artists',
    'POST /organizers',
    'GET /festivals/{id}/hearts',
    'GET /festivals/{id}/queue/challenge',
    'PUT /gigs/{id}/heart',
    'GET /interest',
    'POST /interest',
    'GET /notifications',
    'GET /notifications/unread',
    'PUT /notifications/read-all',
    'POST /notifications/sse-ticket',
    'GET /users/i/push-subscriptions',
    'GET /users/i/notification-settings',
    'PUT /users/i/notification-settings/{topic}',
    'POST /users/i/push-subscriptions',
    'GET /notifications/sse',
    'GET /subscriptions',
    'GET /subscriptions/{id}',
    'POST /rewards/events',
    'GET /rewards/points',
    'GET /rewards/badges',
    'GET /rewards/level',
    'POST /rewards/challenges/claim/{code}',
    'POST /payments',
    'GET /payments',
    'POST /orders',
    'GET /orders',
    'GET /festivals/{id}/vouchers/check',
    'GET /tickets',
    'GET /transfers',
    'GET /waiting-list',
  ],
  proven: ['POST /festivals/{id}/waiting-list'],
  ownRecord: [
    'DELETE /gigs/{id}/heart',
    'GET /festivals/{id}/queue/place',
    'POST /festivals/{id}/queue/group',
    'DELETE /users/i/passkeys/{passkeyId}',
    'DELETE /users/i/sessions/{id}',
    'DELETE /interest/{id}',
    'PUT /notifications/{id}/read',
    'DELETE /users/i/push-subscriptions/{id}',
    'GET /payments/{id}',
    'DELETE /payments/{id}',
    'POST /payments/{id}/cancel',
    'GET /payments/{id}/qr',
    'GET /payments/{id}/qr.svg',
    'GET /payments/{id}/qr.png',
    'GET /payments/{id}/ticket.pdf',
    'POST /payments/{id}/link',
    'GET /orders/{id}',
    'GET /orders/{id}/tickets.pdf',
    'POST /orders/{id}/pay',
    'PUT /orders/{id}/voucher',
    'DELETE /orders/{id}',
    'POST /payments/{id}/return',
    'DELETE /payments/{id}/return',
    'POST /transfers/{id}/accept',
    'GET /waiting-list/{id}',
    'DELETE /waiting-list/{id}',
  ],
  ownAccount: ['PUT /users/{id}', 'POST /users/{id}/photo', 'DELETE /users/{id}'],
  creator: [
    'PUT /artists/{id}',
    'DELETE /artists/{id}',
    'POST /artists/{id}/merge',
    'GET /artists/{id}/announcers',
    'PUT /artists/{id}/announcers/{organizerId}',
  ],
  code: ['POST /auth/code/verify', 'POST /auth/passkey'],
  mailbox: ['POST /invitations/accept'],
  session: [
    'POST /auth/confirm-email',
    'POST /users/i/passkeys',
    'POST /festivals/{id}/queue',
    'POST /users/i/second-factor/recovery-codes',
    'POST /users/i/second-factor/removal',
  ],
  password: ['POST /auth/second-factor'],
  app: ['PUT /auth/second-factor'],
  invited: ['POST /invitations/{id}/accept'],
  guests: ['PUT /auth/guest'],
  unproven: ['POST /users/{id}/email-confirmation'],
  ...staffOperations,
}

/** Operations by the start of their method and address. */
const starting = (...beginnings: string[]) =>
  tabled.filter((operation) => beginnings.some((start) => operation.startsWith(start)))

/** Every operation of the table; one that is listed twice appears twice. */
export const tabled = Object.values(operations).flat()

/** The expected result for a caller and an operation; undefined for an operation that is not in the table. */
export function outcomeOf(operation: string, identity: Identity): Outcome | undefined {
  const policies = Object.keys(columns) as Policy[]
  const policy = policies.find((name) => operations[name].includes(operation))
  const outcomes = policy && columns[policy].trim().split(/\s+/)
  return outcomes?.[identities.indexOf(identity)] as Outcome | undefined
}

/** What a permission alone allows beyond other users. Roles and permissions are given by admins only. */
export const opened: Record<string, string[]> = {
  create_subscriptions: starting(
    'POST /subscriptions',
    'PUT /subscriptions',
    'DELETE /subscriptions',
  ),
  manage_clients: [
    ...starting('GET /clients', 'POST /clients', 'PUT /clients', 'DELETE /clients'),
    ...starting('GET /webhooks', 'POST /webhooks', 'PUT /webhooks', 'DELETE /webhooks'),
  ],
  manage_users: ['GET /users/all', 'GET /users/{id}/record', 'PUT /users/{id}/suspended'],
  manage_rewards: [
    ...starting('GET /rewards/rules', 'PUT /rewards', 'DELETE /rewards'),
    'GET /rewards/badges/{id}',
    'GET /rewards/badges/uptake',
    'GET /rewards/badges/{id}/uptake',
    'GET /rewards/challenges/{id}/uptake',
    'POST /rewards/badges',
    'GET /rewards/levels',
    'GET /rewards/challenges',
    'POST /rewards/challenges',
  ],
  manage_catalog: [
    ...operations.creator,
    ...operations.declinable,
    ...operations.tillBooks,
    ...operations.lineups,
    ...operations.managers.filter((name) => !/messages|vouchers|complimentary|queue/.test(name)),
    'PUT /organizers/{id}/approved',
  ],
  manage_money: [
    ...starting(
      'GET /bank',
      'POST /bank',
      'GET /operator',
      'POST /operator',
      'GET /payouts',
      'POST /payouts',
      'GET /settlements',
      'POST /settlements',
    ),
    'GET /organizers/{id}/settlement-terms',
    'PUT /organizers/{id}/settlement-terms',
    'POST /organizers/{id}/settlements',
  ],
}

/** Operations that also need a scope of the client: without it 403 for admins too. */
export const scoped: Record<string, string[]> = {
  manage_subscriptions: opened['create_subscriptions'] ?? [],
  manage_rewards: opened['manage_rewards'] ?? [],
  sell_to_guests: ['POST /auth/guest'],
}
