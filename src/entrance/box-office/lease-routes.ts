import { Type } from 'typebox'
import { atGate, signedIn } from '#core/access'
import { requireManager } from '#entrance/gate'
import type { Module } from '#platform/http/infrastructure'
import { Id } from '#platform/http/paging'
import { created, requiredKeyOf } from '#platform/http/requests/idempotency'
import { found, notFound } from '#platform/values/errors'
import type { PaymentContext } from '#shop/payments'
import {
  Lease,
  LeaseReport,
  LeaseWithTickets,
  NewLease,
  NewReport,
  WriteOff,
} from './lease-schemas.ts'
import { lease, listLeases, readLease, readLeaseWithTickets, writeOff } from './leases.ts'
import { report } from './report.ts'
import { requireTill } from './rights.ts'

type App = Parameters<Module>[0]

/** The routes for stock that tills set aside. */
export function leases(app: App, context: PaymentContext) {
  ofTills(app, context)
  ofManagers(app, context)
}

function ofTills(app: App, context: PaymentContext) {
  app.route({
    method: 'POST',
    url: '/festivals/:id/leases',
    config: {
      access: 'till',
      audit: false,
      idempotent: 'required',
      refuses: [403, 'not_on_sale', 'sold_out', 'shift_closed', 'till_limit'],
    },
    schema: {
      operationId: 'leaseStock',
      summary: 'Set stock aside for a till, which sells it without a network',
      description:
        'Answers as many tickets, signed. Gates admit them until the till has given them back. The till says what it has sold with POST /leases/:id/report, and stops to sell at expires_at.',
      params: Id,
      body: NewLease,
      response: { 201: LeaseWithTickets },
    },
    handler: async (request, reply) => {
      const { id } = request.params
      const { id: shiftId, festivalId } = requireTill(atGate(request), id)
      if (festivalId !== id.toLowerCase()) throw notFound('Festival')
      requiredKeyOf(request.headers)
      const made = await created(request, reply, async (db) => ({
        id: await lease({ ...context, db }, shiftId, request.body),
      }))
      return readLeaseWithTickets(app.db, made.id)
    },
  })

  app.route({
    method: 'POST',
    url: '/leases/:id/report',
    config: { access: 'till', windsUp: true, audit: false, refuses: [403, 'shift_closed'] },
    schema: {
      tags: ['shifts'],
      operationId: 'reportLease',
      summary: 'Say what a till has sold from a lease',
      description:
        'Each sale is booked once, however often it is sent. A refused one fails no other. With done, what is not sold is given back, and the lease is over.',
      params: Id,
      body: NewReport,
      response: { 200: LeaseReport },
    },
    handler: (request) => {
      const leaseId = request.params.id.toLowerCase()
      const { id: shiftId } = requireTill(atGate(request), leaseId)
      return report(context, { shiftId, leaseId }, request.body)
    },
  })
}

function ofManagers(app: App, context: PaymentContext) {
  app.route({
    method: 'GET',
    url: '/festivals/:id/leases',
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'listLeases',
      summary: 'The stock that tills of a festival have set aside, newest first',
      params: Id,
      response: { 200: Type.Array(Lease) },
    },
    handler: async (request) => {
      await requireManager(app.db, signedIn(request), request.params.id)
      return listLeases(app.db, request.params.id)
    },
  })

  app.route({
    method: 'POST',
    url: '/leases/:id/write-off',
    config: { access: 'user', audit: 'festival.write_off_lease', refuses: [403] },
    schema: {
      tags: ['shifts'],
      operationId: 'writeOffLease',
      summary: 'End a lease without its till: what it has not reported is revoked, and free',
      description:
        'What a gate has let in stays sold, and is booked as cash of the shift. What the till still sells is refused at the gate, or a clash.',
      params: Id,
      body: WriteOff,
      response: { 200: Lease },
    },
    handler: async (request) => {
      const { id } = request.params
      await requireManager(app.db, signedIn(request), await festivalOf(app, id))
      return writeOff(context, (await readLease(app.db, id)).id, request.body.reason)
    },
  })
}

async function festivalOf({ db }: Pick<App, 'db'>, id: string): Promise<string> {
  const lease = await db
    .selectFrom('till_leases')
    .select('festival_id')
    .where('id', '=', id)
    .executeTakeFirst()
  return found(lease, 'Lease').festival_id
}
