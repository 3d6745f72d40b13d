/** A valid request for each operation, so that only the caller can be refused. */
import { randomBytes } from 'node:crypto'
import { newId } from '#platform/values/ids'
import { aName } from '../catalogue.ts'
import { anUpload } from '../gate.ts'
import type { Scene } from './scene.ts'

export type Request = {
  method: string
  url: string
  body?: unknown
  headers?: Record<string, string>
}

const summer = { start_time: '2099-07-01', end_time: '2099-07-04' }
const anEmail = () => `${randomBytes(6).toString('hex')}@people.example`

/** The value of a path parameter, by the part of the path before it. */
const ids: Record<string, (scene: Scene) => string> = {
  users: ({ people }) => people.owner.id,
  artists: ({ artist }) => artist.id,
  organizers: ({ organizer }) => organizer.id,
  announcers: ({ organizer }) => organizer.id,
  managers: ({ people }) => people.deputy.id,
  gigs: ({ gig }) => gig.id,
  interest: ({ interest }) => interest.id,
  notifications: ({ notification }) => notification.id,
  festivals: ({ festival }) => festival.id,
  gate: ({ festival }) => festival.id,
  'gate-staff': ({ people }) => people.deputy.id,
  'gate-devices': ({ device }) => device.id,
  accommodations: ({ accommodation }) => accommodation.id,
  subscriptions: ({ plan }) => plan.id,
  tiers: ({ spareTier }) => spareTier.id,
  badges: ({ badge }) => badge.id,
  challenges: ({ challenge }) => challenge.id,
  rules: ({ rule }) => rule,
  claim: ({ code }) => code,
  payments: ({ ticket }) => ticket.id,
  // An order of one payment has its id.
  orders: ({ ticket }) => ticket.id,
  vouchers: ({ voucher }) => voucher.id,
  clients: ({ application }) => application.id,
  mail: ({ mail }) => mail,
  attachments: () => '1',
  webhooks: ({ webhook }) => webhook.id,
  invitations: ({ invitation }) => invitation,
  transfers: ({ transfer }) => transfer,
  'waiting-list': ({ entry }) => entry,
  deliveries: ({ webhook }) => webhook.delivery_id,
}

/** Uses another record than usual: one that may be deleted, refunded, or have its rights changed. */
const otherIds: Record<string, (scene: Scene) => string> = {
  'DELETE /organizers/{id}': ({ vacant }) => vacant.id,
  'POST /artists/{id}/merge': ({ twin }) => twin.id,
  'DELETE /payments/{id}': ({ waiting }) => waiting.id,
  'POST /payments/{id}/refund': ({ refundable }) => refundable.id,
  'POST /orders/{id}/refund': ({ order }) => order.id,
  'POST /orders/{id}/pay': ({ payable }) => payable,
  'PUT /orders/{id}/voucher': ({ repriced }) => repriced,
  'DELETE /orders/{id}': ({ abandoned }) => abandoned,
  'POST /payments/{id}/cancel': ({ cancelable }) => cancelable.id,
  'POST /payments/{id}/transfer': ({ transferable }) => transferable.id,
  'POST /payments/{id}/return': ({ returnable }) => returnable.id,
  'DELETE /payments/{id}/return': ({ returned }) => returned.id,
  'DELETE /transfers/{id}': ({ declinable }) => declinable,
  'DELETE /gigs/{id}/heart': ({ hearted }) => hearted.id,
  'DELETE /waiting-list/{id}': ({ leaving }) => leaving,
  'POST /invitations/{id}/accept': ({ accepted }) => accepted,
  'POST /users/{id}/email-confirmation': ({ people }) => people.steward.id,
  'PUT /users/{id}/roles': ({ people }) => people.spare.id,
  'PUT /users/{id}/permissions': ({ people }) => people.spare.id,
  'PUT /users/{id}/suspended': ({ people }) => people.spare.id,
}

const bodies: Record<string, (scene: Scene) => object> = {
  'POST /auth/client': ({ application: { id, secret } }) => ({
    client_id: id,
    client_secret: secret,
  }),
  'POST /auth/user': ({ people, password }) => ({ email: people.deputy.email, password }),
  'PUT /auth/change-password': ({ password }) => ({
    currentPassword: password,
    newPassword: password,
  }),
  'POST /auth/code': () => ({ email: anEmail() }),
  'POST /auth/code/verify': () => ({ email: anEmail(), code: '123456' }),
  'POST /auth/guest': () => ({ email: anEmail() }),
  'PUT /auth/guest': () => ({ email: anEmail() }),
  'POST /auth/forgot-password': () => ({ email: anEmail() }),
  'POST /auth/reset-password': ({ people, password }) => ({
    email: people.owner.email,
    token: 'guessed',
    newPassword: password,
  }),
  'POST /auth/confirm-email': () => ({ token: 'guessed' }),
  'POST /users/invitations': () => ({ email: anEmail(), right: 'manage_catalog' }),
  'POST /invitations/accept': () => ({ token: 'guessed' }),
  'POST /users': ({ password }) => ({
    firstName: 'Bo',
    lastName: 'Marsh',
    email: anEmail(),
    password,
  }),
  'PUT /users/{id}': () => ({ city: 'Aarhus' }),
  'POST /users/{id}/photo': () => ({ photo: null }),
  'PUT /users/{id}/roles': () => ({ roles: ['admin'] }),
  'PUT /users/{id}/permissions': () => ({ permissions: ['manage_catalog'] }),
  'PUT /users/{id}/suspended': () => ({ suspended: true }),
  'POST /clients': () => ({ name: 'Shop' }),
  'PUT /clients/{id}': () => ({ name: 'Shop' }),
  'POST /webhooks': () => ({ url: 'https://app.example/hooks' }),
  'PUT /webhooks/{id}': () => ({ description: 'Shop' }),
  'POST /webhooks/{id}/replay': () => ({ since: '2027-01-01' }),
  'POST /artists': () => ({ name: aName('Ebb') }),
  'PUT /artists/{id}': () => ({ bio: 'Loud' }),
  'POST /artists/{id}/merge': ({ artist }) => ({ into: artist.id }),
  'PUT /artists/{id}/announcers/{organizerId}': () => ({ approved: true }),
  'PUT /organizers/{id}/approved': () => ({ approved: false }),
  'POST /organizers': () => ({ id: `matrix-${newId()}`, name: 'Matrix' }),
  'PUT /organizers/{id}': () => ({ description: 'By the water' }),
  'POST /organizers/{id}/managers': ({ people }) => ({ email: people.spare.email }),
  'PUT /organizers/{id}/managers/{userId}': () => ({ show_email: true }),
  'PUT /gigs/{id}/heart': () => ({}),
  'POST /interest': ({ artist }) => ({ entity_type: 'artist', entity_id: artist.id }),
  'POST /festivals': ({ organizer }) => ({
    name: aName('Tide'),
    ...summer,
    organizer_id: organizer.id,
    places: [{ name: 'Quay' }],
    gigs: [{ place_id: 'Quay' }],
    tickets: [{ name: 'Day', price: 1, quantity: 1 }],
  }),
  'PUT /festivals/{id}': ({ tier: { id, name }, soldOut }) => ({
    venue: 'North Quay',
    places: [{ name: 'Quay' }],
    gigs: [{ place_id: 'Quay' }],
    tickets: [
      { id, name, price: 50, quantity: 100 },
      { id: soldOut.id, name: soldOut.name, price: 50, quantity: 1 },
    ],
  }),
  'POST /festivals/{id}/vouchers': () => ({ percent: 20, codes: 2 }),
  'PUT /festivals/{id}/vouchers/{voucherId}': () => ({ name: 'Press' }),
  'POST /festivals/{id}/complimentary': ({ tier }) => ({
    entity_id: tier.id,
    quantity: 1,
    email: anEmail(),
    reason: 'Press',
  }),
  'POST /festivals/{id}/gate-staff': ({ people }) => ({ email: people.spare.email }),
  'POST /festivals/{id}/gate-devices': () => ({ name: 'South gate' }),
  'POST /accommodations': ({ festival }) => ({
    festival_id: festival.id,
    name: 'Tent',
    price: 1,
    quantity: 1,
  }),
  'PUT /accommodations/{id}': () => ({ description: 'Dry' }),
  'POST /subscriptions': () => ({
    name: 'Friend',
    price: 1,
    duration: 1,
    duration_type: 'month',
  }),
  'PUT /subscriptions/{id}': () => ({ description: 'Dear' }),
  'POST /rewards/events': () => ({ event_type: 'daily_visit' }),
  'PUT /rewards/rules/{event_type}': () => ({ points: 2, daily_cap: 1 }),
  'POST /rewards/badges': () => ({ name: 'Early', event_type: 'check_in', target: 1 }),
  'PUT /rewards/badges/{id}': () => ({ description: 'Earlier' }),
  'PUT /rewards/levels': () => ({ levels: [{ points: 0, benefits: [{ name: 'Drink' }] }] }),
  'POST /rewards/challenges': () => ({ name: 'Swim', points: 1 }),
  'PUT /rewards/challenges/{id}': () => ({ description: 'Cold' }),
  'POST /payments': ({ tier }) => ({ payment_type: 'ticket', entity_id: tier.id }),
  'POST /orders': ({ tier }) => ({
    items: [{ payment_type: 'ticket', entity_id: tier.id, quantity: 2 }],
  }),
  'POST /orders/{id}/pay': () => ({}),
  'POST /payments/{id}/link': () => ({ as: 'pdf' }),
  'PUT /orders/{id}/voucher': () => ({ voucher: null }),
  'POST /festivals/{id}/waiting-list': ({ soldOut }) => ({ entity_id: soldOut.id, quantity: 1 }),
  'POST /payments/{id}/transfer': () => ({ email: anEmail() }),
  'POST /gate/{festivalId}/find': () => ({ q: 'ada' }),
  'POST /gate/{festivalId}/admit': ({ ticket, people }) => ({
    payment_id: ticket.id,
    name: `${people.owner.firstName} ${people.owner.lastName}`,
    nonce: newId(),
  }),
  'PUT /payments/{id}/validate': () => ({ nonce: newId() }),
  'POST /gate/scans': ({ festival, ticket }) => anUpload(festival.id, [{ code: ticket.code }]),
}

/** Operations that require an `Idempotency-Key`. */
const needsKey = new Set(['POST /orders', 'POST /orders/{id}/pay'])

/** What is asked for where that is required. */
const queries: Record<string, (scene: Scene) => string> = {
  'GET /search': () => '?for=tide',
  'GET /festivals/{id}/vouchers/check': ({ voucher }) => `?code=${voucher.code}`,
}

/** The request of an operation, on the records of a scene. */
export function requestOf(operation: string, scene: Scene): Request {
  const [method = '', path = ''] = operation.split(' ')
  const other = otherIds[operation]
  const url = path.replace(/([\w-]+)\/\{\w+\}/g, (_, before: string) => {
    const idOf = other ?? ids[before]
    if (!idOf) throw new Error(`${operation}: nothing stands for what comes after ${before}`)
    return `${before}/${encodeURIComponent(idOf(scene))}`
  })
  const bodyOf = bodies[operation]
  const query = queries[operation]?.(scene) ?? ''
  const headers = { 'idempotency-key': newId() }
  return {
    method,
    url: url + query,
    ...(bodyOf && { body: bodyOf(scene) }),
    ...(needsKey.has(operation) && { headers }),
  }
}

/** Reads and sign-ins first, then changes; last, operations that remove what others need. */
const first = new Set(['GET', 'POST /auth/client', 'POST /auth/user'])
const last = [
  'POST /festivals/{id}/cancel',
  'DELETE',
  'DELETE /festivals/{id}',
  'POST /auth/logout',
  'DELETE /users/{id}',
]

function turnOf(operation: string): number {
  const [method = ''] = operation.split(' ')
  const named = Math.max(last.indexOf(operation), last.indexOf(method))
  if (named >= 0) return named + 2
  return first.has(operation) || first.has(method) ? 0 : 1
}

/** In an order in which a scene can run them once. */
export function inOrder(operations: string[]): string[] {
  return operations.toSorted((a, b) => turnOf(a) - turnOf(b))
}
