import { Type } from 'typebox'
import { mainZone } from '#common/gate/admission'
import { callingClient, signedIn } from '#core/access'
import type { Module } from '#platform/http/infrastructure'
import { Id, Message } from '#platform/http/paging'
import { requireManager } from '../rights.ts'
import { requireZone } from '../zones/zones.ts'
import { addDevice, endDevice, listDevices, replaceManagerOfDevice } from './devices.ts'
import { Device, DevicePath, DeviceWithToken, NewDevice } from './schemas.ts'

type App = Parameters<Module>[0]

/** The routes for the devices at a festival's gate, for its managers. */
export function deviceRoutes(app: App) {
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
    config: { access: 'user', audit: 'device.create', confirms: true, refuses: [403] },
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
      const { name, zone = mainZone } = request.body
      await requireZone(app.db, { festivalId, name: zone })
      reply.code(201)
      const { id: clientId } = callingClient(request)
      const { id: userId } = signedIn(request)
      return addDevice(app, { festivalId, clientId, name, zone, userId })
    },
  })
  changeDevices(app)
}

function changeDevices(app: App) {
  app.route({
    method: 'POST',
    url: '/festivals/:id/gate-devices/:deviceId/take-over',
    config: { access: 'user', audit: 'device.take_over', refuses: [403] },
    schema: {
      operationId: 'takeOverGateDevice',
      summary:
        'Answer for a device, so that it does not end with the rights of the user who set it up',
      params: DevicePath,
      response: { 200: Device },
    },
    handler: async (request) => {
      const { id: festivalId, deviceId } = request.params
      const user = signedIn(request)
      await requireManager(app.db, user, festivalId)
      return replaceManagerOfDevice(app, { festivalId, deviceId }, user.id)
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
