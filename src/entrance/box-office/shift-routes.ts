import { Type } from 'typebox'
import { atGate, callingClient, signedIn } from '#core/access'
import { isDevice, recordDeviceSeen, requireManager } from '#entrance/gate'
import type { Module } from '#platform/http/infrastructure'
import { Id } from '#platform/http/paging'
import { created } from '#platform/http/requests/idempotency'
import { listShifts, readShift } from './books.ts'
import { countDifferences } from './counts.ts'
import { ownShift, requireReader } from './rights.ts'
import { NewCash, NewClose, NewHandOver, NewShift, Shift, ShiftWithToken } from './schemas.ts'
import { closeShift, moveCash, openShift } from './shifts.ts'

type App = Parameters<Module>[0]

/** The routes for shifts of tills: managers open them, the till runs and closes them. */
export function shifts(app: App) {
  countDifferences(app)
  ofFestivals(app)
  ownBooks(app)
  closing(app)
}

function ofFestivals(app: App) {
  app.route({
    method: 'POST',
    url: '/festivals/:id/shifts',
    config: { access: 'user', audit: 'device.open_shift', confirms: true, refuses: [403] },
    schema: {
      operationId: 'openShift',
      summary: 'Open a shift of a till, and give the till its token',
      description: 'The token sells for this shift and does nothing else. It ends with the shift.',
      params: Id,
      body: NewShift,
      response: { 201: ShiftWithToken },
    },
    handler: async (request, reply) => {
      const user = signedIn(request)
      const { id } = request.params
      await requireManager(app.db, user, id)
      reply.statusCode = 201
      return openShift(app, request.body, {
        festivalId: id,
        clientId: callingClient(request).id,
        userId: user.id,
      })
    },
  })

  app.route({
    method: 'GET',
    url: '/festivals/:id/shifts',
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'listShifts',
      summary: 'The shifts of the tills of a festival with their books, newest first',
      params: Id,
      response: { 200: Type.Array(Shift) },
    },
    handler: async (request) => {
      await requireManager(app.db, signedIn(request), request.params.id)
      return listShifts(app.db, request.params.id)
    },
  })
}

function ownBooks(app: App) {
  app.route({
    method: 'GET',
    url: '/shifts/:id',
    config: { access: 'till', windsUp: true, refuses: [403] },
    schema: {
      operationId: 'getShift',
      summary: 'A shift with its books, for its till and for managers',
      params: Id,
      response: { 200: Shift },
    },
    handler: async (request) => {
      const { id } = request.params
      const caller = atGate(request)
      await requireReader(app.db, caller, id)
      if (isDevice(caller)) await recordDeviceSeen(app.db, caller, app.now())
      return readShift(app.db, id)
    },
  })

  app.route({
    method: 'POST',
    url: '/shifts/:id/cash',
    config: { access: 'till', audit: false, idempotent: true, refuses: [403, 'shift_closed'] },
    schema: {
      operationId: 'moveCash',
      summary: 'Note cash that is taken out of the drawer of a till or put into it',
      params: Id,
      body: NewCash,
      response: { 201: Shift },
    },
    handler: async (request, reply) => {
      const id = ownShift(atGate(request), request.params.id)
      return created(request, reply, (db) => moveCash({ db, now: app.now() }, id, request.body))
    },
  })

  app.route({
    method: 'POST',
    url: '/shifts/:id/hand-over',
    config: { access: 'till', audit: false, idempotent: true, refuses: [403, 'shift_closed'] },
    schema: {
      operationId: 'handOverShift',
      summary: 'Hand a till over to the next seller, with the cash as both have counted it',
      params: Id,
      body: NewHandOver,
      response: { 201: Shift },
    },
    handler: async (request, reply) => {
      const id = ownShift(atGate(request), request.params.id)
      const handed = { kind: 'hand_over', ...request.body } as const
      return created(request, reply, (db) => moveCash({ db, now: app.now() }, id, handed))
    },
  })
}

function closing(app: App) {
  app.route({
    method: 'POST',
    url: '/shifts/:id/close',
    config: {
      access: 'till',
      windsUp: true,
      audit: 'device.close_shift',
      refuses: [403, 'sale_open', 'lease_open'],
    },
    schema: {
      operationId: 'closeShift',
      summary: 'Close a shift with the cash that was counted; its token ends',
      description:
        'For its till, also after its token has ended with the access of its manager, and for managers. What was counted is compared with the books, and a difference kept. Closed before: the shift as it was closed.',
      params: Id,
      body: NewClose,
      response: { 200: Shift },
    },
    handler: async (request) => {
      const { id } = request.params
      await requireReader(app.db, atGate(request), id)
      return closeShift(app, id, request.body.counted)
    },
  })
}
