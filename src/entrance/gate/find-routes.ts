import { atGate } from '#core/access'
import type { Module } from '#platform/http/infrastructure'
import { found } from '#platform/values/errors'
import { confirmHolder, findTickets } from './find.ts'
import { AdmitByName, FindTickets, FoundTickets } from './find-schemas.ts'
import { toResult } from './queries.ts'
import { findGate } from './rights.ts'
import { type openGates, rehearseScans } from './scans.ts'
import { GatePath, ScanResult } from './schemas.ts'

/** Finds tickets when the code cannot be scanned, and admits holders by name. */
export function findWithoutCode(
  app: Parameters<Module>[0],
  take: ReturnType<typeof openGates>,
): void {
  app.route({
    method: 'POST',
    url: '/gate/:festivalId/find',
    config: { access: 'gate', audit: 'ticket.find', refuses: [403] },
    schema: {
      operationId: 'findTickets',
      summary: 'Find tickets by a short code, a name or an e-mail; it is noted who looked',
      params: GatePath,
      body: FindTickets,
      response: { 200: FoundTickets },
    },
    handler: async (request) => {
      const { festivalId } = request.params
      const { zone } = found(await findGate(app.db, atGate(request), festivalId), 'Festival')
      return findTickets(app.db, { festivalId, zone, q: request.body.q, now: app.now() })
    },
  })

  app.route({
    method: 'POST',
    url: '/gate/:festivalId/admit',
    config: { access: 'gate', audit: false, refuses: [403, 'name_differs'] },
    schema: {
      operationId: 'admitByName',
      summary: 'Admit a ticket that was found, by the name of its holder; as a scan of it',
      params: GatePath,
      body: AdmitByName,
      response: { 200: ScanResult },
    },
    handler: async (request) => {
      const { festivalId } = request.params
      const by = atGate(request)
      const { zone } = found(await findGate(app.db, by, festivalId), 'Festival')
      const { payment_id, name, nonce, direction = 'in', practice } = request.body
      const revision = await confirmHolder(app.db, { festivalId, paymentId: payment_id, name })
      const how = { direction, ask_first: false, scanned_at: app.now(), admitted_offline: false }
      const scan = { ...how, nonce, payment_id, revision, festivalId, zone, by }
      const [taken] = practice ? await rehearseScans(app, [scan]) : [await take(scan)]
      return toResult(found(taken, 'Ticket'))
    },
  })
}
