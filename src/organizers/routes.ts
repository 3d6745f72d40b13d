import { Type } from 'typebox'
import { wholeArray } from '#platform/arrays'
import { signedIn } from '#platform/callers'
import { found } from '#platform/errors'
import { Message, type Room, Slug } from '#platform/http'
import { created, createdWithPhotos } from '#platform/idempotency'
import { by, changeable, createOrganizer, deleteOrganizer, updateOrganizer } from './changes.ts'
import { addManager, removeManager } from './managers.ts'
import { findOrganizer, listOrganizers, type OrganizerRow } from './queries.ts'
import {
  ManagerPath,
  NewManager,
  NewOrganizer,
  Organizer,
  OrganizerChange,
  OrganizerQuery,
} from './schemas.ts'

export const organizers: Room = async (app) => {
  app.route({
    method: 'GET',
    url: '/organizers',
    config: { access: 'public', caching: 'public' },
    schema: {
      operationId: 'listOrganizers',
      summary: 'All organizers with their managers, by name',
      querystring: OrganizerQuery,
      response: { 200: Type.Array(Organizer) },
    },
    handler: ({ query }, reply) =>
      wholeArray<OrganizerRow>(reply, query, async (after, limit, offset) => {
        const rows = await listOrganizers(app.db, {
          after,
          approved: query.approved,
          limit,
          offset,
        })
        return app.config.HIDE_MANAGER_EMAILS ? rows.map(withoutEmails) : rows
      }),
  })

  app.route({
    method: 'GET',
    url: '/organizers/:id',
    config: { access: 'public', caching: 'public' },
    schema: {
      operationId: 'getOrganizer',
      summary: 'An organizer with its managers',
      params: Slug,
      response: { 200: Organizer },
    },
    handler: async ({ params }) => {
      const organizer = found(await findOrganizer(app.db, params.id), 'Organizer')
      return app.config.HIDE_MANAGER_EMAILS ? withoutEmails(organizer) : organizer
    },
  })

  app.route({
    method: 'POST',
    url: '/organizers',
    config: {
      idempotent: true,
      access: 'user',
      audit: 'organizer.create',
      file: 'photo',
      refuses: [409],
    },
    schema: {
      operationId: 'createOrganizer',
      summary: 'Create an organizer; its creator is its first manager',
      body: NewOrganizer,
      response: { 201: Organizer },
    },
    handler: (request, reply) =>
      createdWithPhotos(request, reply, {
        written: [request.body.photo],
        create: (db, [photo = null]) =>
          createOrganizer({ db, user: signedIn(request), now: app.now() }, request.body, photo),
      }),
  })

  app.route({
    method: 'PUT',
    url: '/organizers/:id',
    config: { access: 'user', audit: 'organizer.update', file: 'photo', refuses: [403] },
    schema: {
      operationId: 'updateOrganizer',
      summary: 'Change an organizer; its id is permanent',
      params: Slug,
      body: OrganizerChange,
      response: { 200: Organizer },
    },
    handler: (request) =>
      updateOrganizer(by(app, signedIn(request)), request.params.id, request.body),
  })

  app.route({
    method: 'DELETE',
    url: '/organizers/:id',
    config: { access: 'user', audit: 'organizer.delete', refuses: [403, 409] },
    schema: {
      operationId: 'deleteOrganizer',
      summary: 'Delete an organizer that has no festivals left',
      params: Slug,
      response: { 200: Message },
    },
    handler: async (request) => {
      await deleteOrganizer(by(app, signedIn(request)), request.params.id)
      return { message: 'Organizer deleted' }
    },
  })

  app.route({
    method: 'POST',
    url: '/organizers/:id/managers',
    config: {
      idempotent: true,
      access: 'user',
      audit: 'organizer.add_manager',
      refuses: [403, 409],
    },
    schema: {
      operationId: 'addOrganizerManager',
      summary: 'Add a user to the managers, by e-mail',
      params: Slug,
      body: NewManager,
      response: { 201: Organizer },
    },
    handler: (request, reply) =>
      created(request, reply, async (db) => {
        const { id } = request.params
        await changeable({ db, user: signedIn(request) }, id)
        await addManager(db, id, request.body.email)
        return found(await findOrganizer(db, id), 'Organizer')
      }),
  })

  app.route({
    method: 'DELETE',
    url: '/organizers/:id/managers/:userId',
    config: { access: 'user', audit: 'organizer.remove_manager', refuses: [403, 409] },
    schema: {
      operationId: 'removeOrganizerManager',
      summary: 'Take a manager away; the last one stays',
      params: ManagerPath,
      response: { 200: Message },
    },
    handler: async (request) => {
      const { id, userId } = request.params
      await changeable({ db: app.db, user: signedIn(request) }, id)
      await removeManager(app.db, id, userId)
      return { message: 'Manager removed' }
    },
  })
}

function withoutEmails(organizer: OrganizerRow): OrganizerRow {
  return {
    ...organizer,
    managers: organizer.managers.map((manager) => ({ ...manager, email: null })),
  }
}
