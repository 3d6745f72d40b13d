/** A valid body for each operation that takes one. */
import { randomBytes } from 'node:crypto'
import { newId } from '#platform/values/ids'
import { aPasskey } from '../authenticator.ts'
import { aName } from '../catalogue.ts'
import { anUpload } from '../gate.ts'
import type { Scene } from './scene.ts'

const summer = { start_time: '2099-07-01', end_time: '2099-07-04' }
const [guessed, here] = [{ challenge: 'guessed' }, { origin: 'http://localhost' }]
const anEmail = () => `${randomBytes(6).toString('hex')}@people.example`

export const bodies: Record<string, (scene: Scene) => object> = {
  'POST /auth/client': ({ application: { id, secret } }) => ({
    client_id: id,
    client_secret: secret,
  }),
  'POST /auth/user': ({ people, password }) => ({ email: people.deputy.email, password }),
  'POST /auth/second-factor': ({ people, password }) => ({ email: people.deputy.email, password }),
  'PUT /auth/second-factor': ({ people, password }) => ({
    email: people.deputy.email,
    password,
    code: '000000',
  }),
  'POST /users/i/second-factor/recovery-codes': () => ({ code: '000000' }),
  'POST /users/i/second-factor/removal': () => ({ code: '000000' }),
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
  'POST /auth/passkey': () => ({ credential: aPasskey('localhost').get(guessed, here) }),
  'POST /users/i/passkeys': () => ({
    name: 'Phone',
    credential: aPasskey('localhost').create(guessed, here),
  }),
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
  'POST /users/i/push-subscriptions': ({ browser }) => ({
    endpoint: `https://9.9.9.9/${newId()}`,
    keys: {
      p256dh: browser.public_key.toString('base64url'),
      auth: browser.auth.toString('base64url'),
    },
  }),
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
  'POST /festivals/{id}/duplicate': () => ({ name: aName('Tide'), start_day: '2100-07-02' }),
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
  'POST /festivals/{id}/messages': () => ({ subject: 'Gates', text: 'They open at 14:00.' }),
  'PUT /festivals/{id}/messages/{message_id}': () => ({ subject: 'The gates' }),
  'PUT /festivals/{id}/queue': ({ spareTier }) => ({
    tiers: [spareTier.id],
    opens_at: '2100-01-01',
    draw_at: '2100-01-02',
  }),
  // What solves a challenge of the caller.
  'POST /festivals/{id}/queue': () => ({
    work: { challenge: '0'.repeat(64), salt: 'a', signature: '0'.repeat(64), number: 1 },
  }),
  'POST /festivals/{id}/queue/group': ({ queue }) => ({ invitation: queue.invitation }),
  'POST /festivals/{id}/complimentary': ({ tier }) => ({
    entity_id: tier.id,
    quantity: 1,
    email: anEmail(),
    reason: 'Press',
  }),
  'POST /festivals/{id}/gate-staff': ({ people }) => ({ email: people.spare.email }),
  'PUT /festivals/{id}/zones/{zone}': () => ({ capacity: 100 }),
  'POST /festivals/{id}/gate-devices': () => ({ name: 'South gate' }),
  'POST /festivals/{id}/shifts': () => ({ till: 'South till', seller: 'Ana', float: 20 }),
  'POST /shifts/{id}/cash': () => ({ kind: 'drop', amount: 10, reason: 'To the safe' }),
  'POST /shifts/{id}/hand-over': () => ({ seller: 'Ana', counted: 90 }),
  'POST /shifts/{id}/close': () => ({ counted: 90 }),
  'POST /shifts/{id}/sales': ({ tier }) => ({
    items: [{ payment_type: 'ticket', entity_id: tier.id, quantity: 1 }],
    means: 'cash',
  }),
  'PUT /shifts/{id}/sales/{saleId}': () => ({ result: 'paid' }),
  'POST /shifts/{id}/refunds': ({ till }) => ({ payment_id: till.payment, reason: 'Rain' }),
  'POST /festivals/{id}/leases': ({ tier }) => ({
    payment_type: 'ticket',
    entity_id: tier.id,
    quantity: 1,
  }),
  'POST /leases/{id}/report': () => ({ sales: [], done: true }),
  'POST /leases/{id}/write-off': () => ({ reason: 'Stolen' }),
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
  'POST /gate/{festivalId}/undo': ({ scanned }) => ({
    payment_id: scanned,
    nonce: 'of-a-scan',
    reason: 'The holder did not go in',
  }),
  'POST /gate/{festivalId}/admit': ({ ticket, people }) => ({
    payment_id: ticket.id,
    name: `${people.owner.firstName} ${people.owner.lastName}`,
    nonce: newId(),
  }),
  'PUT /payments/{id}/validate': () => ({ nonce: newId() }),
  'POST /gate/scans': ({ festival, ticket }) => anUpload(festival.id, [{ code: ticket.code }]),
}
