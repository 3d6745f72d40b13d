import { Type } from 'typebox'
import { atGate, signedIn } from '#core/access'
import { partOf } from '#platform/http/cursors'
import { type Module } from '#platform/http/infrastructure'
import { capped, Id, Message } from '#platform/http/paging'
import { found, invalidField } from '#platform/values/errors'
import { countScans, showInside } from './counts.ts'
import { recordDeviceSeen } from './devices/devices.ts'
import { deviceRoutes } from './devices/routes.ts'
import { findWithoutCode } from './find-routes.ts'
import { readManifest } from './manifest.ts'
import { Manifest, ManifestQuery } from './manifest-schemas.ts'
import { type AnsweredScan, listClashes, toResult } from './queries.ts'
import { findGate, isDevice, requireManager } from './rights.ts'
import { openGates, openScans, recordScans, rehearseScans } from './scans.ts'
import {
  Clash,
  ClashQuery,
  GatePath,
  NewScans,
  ScanResults,
  Staff,
  StaffPath,
  Validate,
  Validation,
} from './schemas.ts'
import { listStaff, removeStaff } from './staff.ts'
import { toUndo, undoScan } from './undo.ts'
import { Undo } from './undo-schemas.ts'
import { validatePayment } from './validate.ts'
import { zoneRoutes } from './zones/routes.ts'

type App = Parameters<Module>[0]

export const gate: Module = async (app) => {
  const take = openGates(app)
  showInside(app)
  admit(app, take)
  findWithoutCode(app, take)
  decideWhoAdmits(app)
  deviceRoutes(app)
  zoneRoutes(app)
}

function admit(app: App, take: ReturnType<typeof openGates>) {
  const scans = countScans(app)
  app.route({
    method: 'PUT',
    url: '/payments/:id/validate',
    config: {
      access: 'user',
      audit: false,
      refuses: [
        403,
        'not_a_ticket',
        'not_succeeded',
        'refunded',
        'revoked',
        'wrong_zone',
        'too_early',
        'too_late',
        'already_validated',
        'full',
      ],
    },
    schema: {
      operationId: 'validatePayment',
      summary: 'Mark the ticket of a payment as used; for those who work at the gate',
      params: Id,
      body: Validate,
      response: { 200: Validation },
    },
    handler: (request) =>
      validatePayment({ db: app.db, now: app.now, take }, signedIn(request), {
        ...request.params,
        ...request.body,
      }),
  })

  app.route({
    method: 'GET',
    url: '/gate/:festivalId/manifest',
    config: { access: 'gate', refuses: [403] },
    schema: {
      operationId: 'getGateManifest',
      summary:
        'What a gate needs to admit without a network; a device sends its token as a user does',
      params: GatePath,
      querystring: ManifestQuery,
      response: { 200: Manifest },
    },
    handler: async (request) => {
      const caller = atGate(request)
      const { festivalId } = request.params
      const festival = found(await findGate(app.db, caller, festivalId), 'Festival')
      if (isDevice(caller)) await recordDeviceSeen(app.db, caller, app.now())
      return readManifest(app.db, festival, capped(request.query, 5000))
    },
  })

  app.route({
    method: 'POST',
    url: '/gate/scans',
    config: { access: 'gate', audit: false, refuses: [403] },
    schema: {
      operationId: 'uploadScans',
      summary:
        'Scans of a gate, each with its own result; the same nonce again gives the first result',
      body: NewScans,
      response: { 200: ScanResults },
    },
    handler: async (request) => {
      const { festival_id: festivalId } = request.body
      const by = atGate(request)
      const festival = await findGate(app.db, by, festivalId)
      if (!festival) throw invalidField('festival_id', 'is not the id of a festival')
      if (isDevice(by)) await recordDeviceSeen(app.db, by, app.now())
      const opened = await openScans(app.db, request.body)
      const posted = opened.map((scan) => ({ ...scan, festivalId, zone: festival.zone, by }))
      const [only, ...others] = posted
      if (request.body.practice) return toResults(await rehearseScans(app, posted))
      const kept = only && others.length === 0 ? [await take(only)] : await recordScans(app, posted)
      for (const scan of kept) if (scan) scans.add({ outcome: scan.outcome })
      return toResults(kept)
    },
  })

  app.route({
    method: 'POST',
    url: '/gate/:festivalId/undo',
    config: {
      access: 'gate',
      audit: 'ticket.undo_scan',
      refuses: [403, 'not_passed', 'undo_over', 'passed_since'],
    },
    schema: {
      operationId: 'undoScan',
      summary: 'Take back that a ticket went through a gate, for two minutes',
      description:
        'Devices and people at the gate undo their own scans, managers all. The ticket may be admitted as if it had not been scanned; what its holder earned by it stays.',
      params: GatePath,
      body: Undo,
      response: { 200: Message },
    },
    handler: async (request) => {
      const { festivalId } = request.params
      const by = atGate(request)
      found(await findGate(app.db, by, festivalId), 'Festival')
      await undoScan(app, { ...toUndo(request.body), festivalId, by })
      return { message: 'Scan undone' }
    },
  })

  app.route({
    method: 'GET',
    url: '/gate/:festivalId/clashes',
    config: { access: 'user', refuses: [403], answersWith: ['Link'] },
    schema: {
      operationId: 'listClashes',
      summary: 'Admissions made offline that should have been refused, latest first',
      params: GatePath,
      querystring: ClashQuery,
      response: { 200: Type.Array(Clash) },
    },
    handler: async (request, reply) => {
      const { festivalId } = request.params
      found(await findGate(app.db, signedIn(request), festivalId), 'Festival')
      return partOf({ request, reply }, capped(request.query, 1000), {
        order: ['time', 'id'],
        find: (part) => listClashes(app.db, { festivalId, ...part }),
        keysOf: ({ received_at, id }) => [received_at, id],
      })
    },
  })
}

const toResults = (taken: (AnsweredScan | undefined)[]) => ({
  results: taken.flatMap((scan) => (scan ? toResult(scan) : [])),
})

function decideWhoAdmits(app: App) {
  app.route({
    method: 'GET',
    url: '/festivals/:id/gate-staff',
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'listGateStaff',
      summary: "The people at a festival's gate, newest first",
      params: Id,
      response: { 200: Type.Array(Staff) },
    },
    handler: async (request) => {
      await requireManager(app.db, signedIn(request), request.params.id)
      return listStaff(app.db, request.params.id)
    },
  })

  app.route({
    method: 'DELETE',
    url: '/festivals/:id/gate-staff/:userId',
    config: { access: 'user', audit: 'festival.remove_gate_staff', refuses: [403] },
    schema: {
      operationId: 'removeGateStaff',
      summary: "Take a user off a festival's gate, or leave it",
      params: StaffPath,
      response: { 200: Message },
    },
    handler: async (request) => {
      const { id: festivalId, userId } = request.params
      await removeStaff(app.db, signedIn(request), { festivalId, userId })
      return { message: 'Gate staff removed' }
    },
  })
}
