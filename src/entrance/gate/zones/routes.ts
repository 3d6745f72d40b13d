import { Type } from 'typebox'
import { atGate, signedIn } from '#core/access'
import type { Module } from '#platform/http/infrastructure'
import { found } from '#platform/values/errors'
import { findGate, requireManager } from '../rights.ts'
import { GatePath } from '../schemas.ts'
import { readHistory } from './history.ts'
import { InsideHistory, InsidePath, InsideQuery, NewZone, Zone, ZonePath } from './schemas.ts'
import { listZones, putZone } from './zones.ts'

/** Adds the operations on the zones of a festival. */
export function zoneRoutes(app: Parameters<Module>[0]): void {
  app.route({
    method: 'PUT',
    url: '/festivals/:id/zones/:zone',
    config: { access: 'user', audit: 'festival.set_zone', refuses: [403] },
    schema: {
      operationId: 'putZone',
      summary: 'Make or change a part of a festival that gates lead into; `main` is always there',
      params: ZonePath,
      body: NewZone,
      response: { 200: Zone },
    },
    handler: async (request) => {
      const { id: festivalId, zone: name } = request.params
      await requireManager(app.db, signedIn(request), festivalId)
      return putZone(app.db, { festivalId, name }, request.body)
    },
  })

  app.route({
    method: 'GET',
    url: '/gate/:festivalId/inside',
    config: { access: 'gate', refuses: [403] },
    schema: {
      operationId: 'listZones',
      summary: 'The zones of a festival, `main` first, and how many people are inside of each',
      params: GatePath,
      response: { 200: Type.Array(Zone) },
    },
    handler: async (request) => {
      const { festivalId } = request.params
      found(await findGate(app.db, atGate(request), festivalId), 'Festival')
      return listZones(app.db, festivalId)
    },
  })
  app.route({
    method: 'GET',
    url: '/gate/:festivalId/inside/:zone',
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'getInsideHistory',
      summary: 'How many people were inside a zone in the course of a day',
      description:
        'Counted from the passages of tickets by when they were, so what gates without a network report late changes what was answered before.',
      params: InsidePath,
      querystring: InsideQuery,
      response: { 200: InsideHistory },
    },
    handler: async (request) => {
      const { festivalId, zone } = request.params
      const festival = found(await findGate(app.db, signedIn(request), festivalId), 'Festival')
      return readHistory({ db: app.db, now: app.now() }, { ...festival, zone }, request.query)
    },
  })
}
