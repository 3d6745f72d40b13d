/**
 * Who may do what (docs/contract.md, section 3), written so that a reader can check it, and not taken from
 * the code: the tests check every operation of the description against it.
 */
import { columns, type Identity, identities, type Outcome } from './outcomes.ts'

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
    'GET /payments/config',
    'GET /health/live',
    'GET /health/ready',
  ],
  bearer: ['POST /auth/reset-password', 'POST /payments/webhook'],
  applications: [
    'POST /auth/user',
    'POST /auth/code',
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
    'GET /users/i/festivals',
    'GET /users/i/organizers',
    'GET /users/i/sales',
    'POST /artists',
    'POST /organizers',
    'GET /interest',
    'POST /interest',
    'GET /notifications',
    'GET /notifications/unread',
    'PUT /notifications/read-all',
    'POST /notifications/sse-ticket',
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
    'GET /tickets',
    'GET /transfers',
  ],
  ownRecord: [
    'DELETE /interest/{id}',
    'PUT /notifications/{id}/read',
    'GET /payments/{id}',
    'DELETE /payments/{id}',
    'POST /payments/{id}/cancel',
    'GET /payments/{id}/qr',
    'GET /payments/{id}/qr.svg',
    'GET /payments/{id}/qr.png',
    'GET /payments/{id}/ticket.pdf',
    'POST /payments/{id}/transfer',
    'POST /transfers/{id}/accept',
    'DELETE /transfers/{id}',
  ],
  ownAccount: ['PUT /users/{id}', 'POST /users/{id}/photo', 'DELETE /users/{id}'],
  creator: [
    'PUT /artists/{id}',
    'DELETE /artists/{id}',
    'POST /artists/{id}/merge',
    'GET /artists/{id}/announcers',
    'PUT /artists/{id}/announcers/{organizerId}',
  ],
  managers: [
    'PUT /organizers/{id}',
    'DELETE /organizers/{id}',
    'POST /festivals',
    'PUT /festivals/{id}',
    'POST /festivals/{id}/cancel',
    'DELETE /festivals/{id}',
    'DELETE /festivals/{id}/tiers/{tierId}',
    'GET /festivals/{id}/cancellation',
    'GET /festivals/{id}/payments',
    'GET /festivals/{id}/sales',
    'GET /festivals/{id}/sales.csv',
    'GET /festivals/{id}/gate-staff',
    'POST /festivals/{id}/gate-staff',
    'GET /festivals/{id}/invitations',
    'DELETE /festivals/{id}/gate-staff/{userId}',
    'GET /festivals/{id}/gate-devices',
    'POST /festivals/{id}/gate-devices',
    'POST /festivals/{id}/gate-devices/{deviceId}/take-over',
    'DELETE /festivals/{id}/gate-devices/{deviceId}',
    'POST /accommodations',
    'PUT /accommodations/{id}',
    'DELETE /accommodations/{id}',
  ],
  organizers: [
    'POST /organizers/{id}/managers',
    'GET /organizers/{id}/invitations',
    'DELETE /organizers/{id}/managers/{userId}',
  ],
  code: ['POST /auth/code/verify'],
  mailbox: ['POST /invitations/accept'],
  session: ['POST /auth/confirm-email'],
  invited: ['POST /invitations/{id}/accept'],
  deputy: ['PUT /organizers/{id}/managers/{userId}'],
  unproven: ['POST /users/{id}/email-confirmation'],
  declinable: ['DELETE /invitations/{id}'],
  buyerAndStaff: ['GET /payments/{id}/timeline'],
  refunds: ['GET /payments/{id}/refund', 'POST /payments/{id}/refund'],
  validation: ['PUT /payments/{id}/validate'],
  gates: [
    'GET /gate/{festivalId}/manifest',
    'POST /gate/scans',
    'POST /gate/{festivalId}/find',
    'POST /gate/{festivalId}/admit',
  ],
  gatePeople: ['GET /gate/{festivalId}/clashes'],
  anyManager: ['GET /activity', 'GET /activity/sse'],
  admins: [
    'PUT /organizers/{id}/approved',
    'GET /audit',
    'GET /mail',
    'GET /mail/{id}',
    'GET /payments/all',
    'PUT /users/{id}/roles',
    'PUT /users/{id}/permissions',
    'PUT /users/{id}/suspended',
    'POST /users/invitations',
    'GET /users/invitations',
    'GET /users/all',
    'GET /clients',
    'POST /clients',
    'PUT /clients/{id}',
    'DELETE /clients/{id}',
    'POST /clients/{id}/rotate',
    'GET /webhooks',
    'GET /webhooks/events',
    'POST /webhooks',
    'GET /webhooks/{id}',
    'PUT /webhooks/{id}',
    'DELETE /webhooks/{id}',
    'POST /webhooks/{id}/rotate',
    'POST /webhooks/{id}/test',
    'POST /webhooks/{id}/replay',
    'GET /webhooks/{id}/deliveries',
    'GET /webhooks/deliveries/{id}',
    'POST /webhooks/deliveries/{id}/redeliver',
    'POST /subscriptions',
    'PUT /subscriptions/{id}',
    'DELETE /subscriptions/{id}',
    'GET /rewards/rules',
    'PUT /rewards/rules/{event_type}',
    'DELETE /rewards/rules/{event_type}',
    'GET /rewards/badges/{id}',
    'POST /rewards/badges',
    'PUT /rewards/badges/{id}',
    'DELETE /rewards/badges/{id}',
    'GET /rewards/levels',
    'PUT /rewards/levels',
    'GET /rewards/challenges',
    'POST /rewards/challenges',
    'PUT /rewards/challenges/{id}',
    'DELETE /rewards/challenges/{id}',
  ],
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
  manage_users: ['GET /users/all', 'PUT /users/{id}/suspended'],
  manage_rewards: [
    ...starting('GET /rewards/rules', 'PUT /rewards', 'DELETE /rewards'),
    'GET /rewards/badges/{id}',
    'POST /rewards/badges',
    'GET /rewards/levels',
    'GET /rewards/challenges',
    'POST /rewards/challenges',
  ],
  manage_catalog: [
    ...operations.creator,
    ...operations.declinable,
    ...operations.managers.filter((name) => !/cancellation|payments|sales/.test(name)),
    'PUT /organizers/{id}/approved',
  ],
}

/** Operations that also need a scope of the client: without it 403 for admins too. */
export const scoped: Record<string, string[]> = {
  manage_subscriptions: opened['create_subscriptions'] ?? [],
  manage_rewards: opened['manage_rewards'] ?? [],
}
