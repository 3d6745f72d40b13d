/** A valid request for each operation, so that only the caller can be refused. */
import { newId } from '#platform/values/ids'
import { bodies } from './bodies.ts'
import type { Scene } from './scene.ts'

export type Request = {
  method: string
  url: string
  body?: unknown
  headers?: Record<string, string>
}

/** The value of a path parameter, by the part of the path before it. */
const ids: Record<string, (scene: Scene) => string> = {
  users: ({ people }) => people.owner.id,
  artists: ({ artist }) => artist.id,
  organizers: ({ organizer }) => organizer.id,
  announcers: ({ organizer }) => organizer.id,
  managers: ({ people }) => people.deputy.id,
  members: ({ people }) => people.colleague.id,
  gigs: ({ gig }) => gig.id,
  interest: ({ interest }) => interest.id,
  notifications: ({ notification }) => notification.id,
  festivals: ({ festival }) => festival.id,
  gate: ({ festival }) => festival.id,
  'gate-staff': ({ people }) => people.deputy.id,
  zones: () => 'camping',
  inside: () => 'main',
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
  documents: ({ document }) => document.id,
  settlements: ({ settlement }) => settlement.id,
  vouchers: ({ voucher }) => voucher.id,
  messages: ({ message }) => message.id,
  passkeys: ({ passkey }) => passkey,
  sessions: ({ session }) => session,
  clients: ({ application }) => application.id,
  mail: ({ mail }) => mail,
  attachments: () => '1',
  webhooks: ({ webhook }) => webhook.id,
  invitations: ({ invitation }) => invitation,
  transfers: ({ transfer }) => transfer,
  'waiting-list': ({ entry }) => entry,
  'notification-settings': () => 'rewards',
  'push-subscriptions': ({ browser }) => browser.id,
  shifts: ({ till }) => till.id,
  sales: ({ till }) => till.sale,
  leases: ({ till }) => till.lease,
  entries: ({ bank }) => bank.entry,
  files: ({ bank }) => bank.file,
  deliveries: ({ webhook }) => webhook.delivery_id,
}

/** Uses another record than usual: one that may be deleted, refunded, or have its rights changed. */
const otherIds: Record<string, (scene: Scene) => string> = {
  'DELETE /organizers/{id}': ({ vacant }) => vacant.id,
  'POST /artists/{id}/merge': ({ twin }) => twin.id,
  'DELETE /payments/{id}': ({ waiting }) => waiting.id,
  'POST /payments/{id}/invoice': ({ till }) => till.payment,
  'GET /payments/{id}/invoice.pdf': ({ till }) => till.payment,
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
  'POST /leases/{id}/write-off': ({ till }) => till.spareLease,
  'POST /festivals/{id}/messages/{message_id}/send': ({ sendable }) => sendable.id,
  'DELETE /gigs/{id}/heart': ({ hearted }) => hearted.id,
  'GET /festivals/{id}/queue': ({ queue }) => queue.festival_id,
  'POST /festivals/{id}/queue': ({ queue }) => queue.festival_id,
  'GET /festivals/{id}/queue/entries': ({ queue }) => queue.festival_id,
  'GET /festivals/{id}/queue/proof': ({ queue }) => queue.festival_id,
  'GET /festivals/{id}/queue/challenge': ({ queue }) => queue.festival_id,
  'GET /festivals/{id}/queue/place': ({ queue }) => queue.festival_id,
  'POST /festivals/{id}/queue/group': ({ queue }) => queue.festival_id,
  'DELETE /waiting-list/{id}': ({ leaving }) => leaving,
  'POST /invitations/{id}/accept': ({ accepted }) => accepted,
  'POST /users/{id}/email-confirmation': ({ people }) => people.steward.id,
  'PUT /users/{id}/roles': ({ people }) => people.spare.id,
  'PUT /users/{id}/permissions': ({ people }) => people.spare.id,
  'PUT /users/{id}/suspended': ({ people }) => people.spare.id,
  'GET /users/{id}/record': ({ people }) => people.spare.id,
  'PUT /users/{id}/guest-email': ({ guest }) => guest.id,
  'DELETE /users/{id}/second-factor': ({ people }) => people.spare.id,
}

/** Operations that require an `Idempotency-Key`. */
const needsKey = new Set([
  'POST /orders',
  'POST /orders/{id}/pay',
  'POST /shifts/{id}/sales',
  'POST /shifts/{id}/refunds',
  'POST /festivals/{id}/leases',
])

/** What is asked for where that is required. */
const queries: Record<string, (scene: Scene) => string> = {
  'GET /search': () => '?for=tide',
  'GET /organizers/{id}/datev.csv': () => '?month=2001-01',
  'GET /operator/datev.csv': () => '?month=2001-01',
  'GET /festivals/{id}/vouchers/check': ({ voucher }) => `?code=${voucher.code}`,
}

/** The request of an operation, on the records of a scene. */
export function requestOf(operation: string, scene: Scene): Request {
  const [method = '', path = ''] = operation.split(' ')
  const other = otherIds[operation]
  const last = path.lastIndexOf('{')
  const url = path.replace(/([\w-]+)\/\{\w+\}/g, (part, before: string, at: number) => {
    const isLast = at + part.length > last
    const idOf = (isLast && other) || ids[before]
    if (!idOf) throw new Error(`${operation}: nothing stands for what comes after ${before}`)
    return `${before}/${encodeURIComponent(idOf(scene))}`
  })
  const bodyOf = bodies[operation]
  const query = queries[operation]?.(scene) ?? ''
  // The lease that was reported, again: one that is open would keep the shift from being closed.
  const key = operation === 'POST /festivals/{id}/leases' ? scene.till.leaseKey : newId()
  const headers = { 'idempotency-key': key }
  return {
    method,
    url: url + query,
    ...(bodyOf && { body: bodyOf(scene) }),
    ...(needsKey.has(operation) && { headers }),
  }
}

/** Reads and sign-ins first, then changes; last, operations that remove what others need. */
const first = new Set([
  'GET',
  'POST /auth/client',
  'POST /auth/user',
  // A new password ends the session.
  'DELETE /users/i/sessions/{id}',
])
const last = [
  // Once it has begun.
  'PUT /festivals/{id}/queue/rehearsal',
  'POST /shifts/{id}/refunds',
  'POST /shifts/{id}/close',
  'DELETE',
  'DELETE /festivals/{id}/queue',
  // Once its queue is deleted: the service ends that of a cancelled festival within seconds.
  'POST /festivals/{id}/cancel',
  'DELETE /festivals/{id}',
  'POST /auth/logout',
  'DELETE /users/{id}',
]

function turnOf(operation: string): number {
  if (first.has(operation)) return 0
  const [method = ''] = operation.split(' ')
  const named = Math.max(last.indexOf(operation), last.indexOf(method))
  if (named >= 0) return named + 2
  return first.has(method) ? 0 : 1
}

/** In an order in which a scene can run them once. */
export function inOrder(operations: string[]): string[] {
  return operations.toSorted((a, b) => turnOf(a) - turnOf(b))
}
