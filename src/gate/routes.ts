import { Type } from 'typebox'
import { atGate, callingClient, signedIn } from '#access'
import { partOf } from '#platform/http/cursors'
import { type Module } from '#platform/http/infrastructure'
import { capped, Id, Message } from '#platform/http/paging'
import { found, invalidField } from '#platform/values/errors'
import { Device, DevicePath, DeviceWithToken, NewDevice } from './device-schemas.ts'
import { addDevice, endDevice, listDevices, seeDevice, takeOverDevice } from './devices.ts'
import { findWithoutCode } from './find-routes.ts'
import { readManifest } from './manifest.ts'
import { listClashes, toResult } from './queries.ts'
import { findGate, isDevice, requireManager } from './rights.ts'
import { openGates, openScans, takeScans } from './scans.ts'
import {
  Clash,
  ClashQuery,
  GatePath,
  Manifest,
  ManifestQuery,
  NewScans,
  ScanResults,
  Staff,
  StaffPath,
  Validate,
  Validation,
} from './schemas.ts'
import { listStaff, removeStaff } from './staff.ts'
import { validatePayment } from './validate.ts'

type App = Parameters<Module>[0]

export const gate: Module = async (app) => {
  const take = openGates(app)
  admit(app, take)
  findWithoutCode(app, take)
  decideWhoAdmits(app)
  keepDevices(app)
}

function admit(app: App, take: ReturnType<typeof openGates>) {
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
        'too_early',
        'too_late',
        'already_validated',
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
      if (isDevice(caller)) await seeDevice(app.db, caller, app.now())
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
      if (isDevice(by)) await seeDevice(app.db, by, app.now())
      const opened = await openScans(app.db, request.body)
      const posted = opened.map((scan) => ({ ...scan, festivalId, by }))
      const [only, ...others] = posted
      const kept = only && others.length === 0 ? [await take(only)] : await takeScans(app, posted)
      return { results: kept.flatMap((scan) => (scan ? toResult(scan) : [])) }
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

function keepDevices(app: App) {
  app.route({
    method: 'GET',
    url: '/festivals/:id/gate-devices',
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'listGateDevices',
      summary: "The devices at a festival's gate, newest first",
      params: Id,
      response: { 200: Type.Array(Device) },
    },
    handler: async (request) => {
      await requireManager(app.db, signedIn(request), request.params.id)
      return listDevices(app.db, request.params.id)
    },
  })

  app.route({
    method: 'POST',
    url: '/festivals/:id/gate-devices',
    config: { access: 'user', audit: 'device.create', refuses: [403] },
    schema: {
      operationId: 'addGateDevice',
      summary: "Set up a device for a festival's gate; its token is shown once",
      params: Id,
      body: NewDevice,
      response: { 201: DeviceWithToken },
    },
    handler: async (request, reply) => {
      const { id: festivalId } = request.params
      await requireManager(app.db, signedIn(request), festivalId)
      reply.code(201)
      const { id: clientId } = callingClient(request)
      const { id: userId } = signedIn(request)
      return addDevice(app, { festivalId, clientId, name: request.body.name, userId })
    },
  })

  app.route({
    method: 'POST',
    url: '/festivals/:id/gate-devices/:deviceId/take-over',
    config: { access: 'user', audit: 'device.take_over', refuses: [403] },
    schema: {
      operationId: 'takeOverGateDevice',
      summary: 'Answer for a device, so that it does not end with the right of who set it up',
      params: DevicePath,
      response: { 200: Device },
    },
    handler: async (request) => {
      const { id: festivalId, deviceId } = request.params
      const user = signedIn(request)
      await requireManager(app.db, user, festivalId)
      return takeOverDevice(app, { festivalId, deviceId }, user.id)
    },
  })

  app.route({
    method: 'DELETE',
    url: '/festivals/:id/gate-devices/:deviceId',
    config: { access: 'user', audit: 'device.delete', refuses: [403] },
    schema: {
      operationId: 'removeGateDevice',
      summary: 'Take a device away; its token ends everywhere',
      params: DevicePath,
      response: { 200: Message },
    },
    handler: async (request) => {
      const { id: festivalId, deviceId } = request.params
      await requireManager(app.db, signedIn(request), festivalId)
      await endDevice(app, { festivalId, deviceId })
      return { message: 'Gate device removed' }
    },
  })
}
