import { Type } from 'typebox'
import { signedIn } from '#core/access'
import { renewSearchNames } from '#platform/database/search-names'
import { wholeArray } from '#platform/http/answers/arrays'
import { type Module } from '#platform/http/infrastructure'
import { Message, Slug } from '#platform/http/paging'
import { createdWithPhotos } from '#platform/http/requests/idempotency'
import { found } from '#platform/values/errors'
import { by, createOrganizer, deleteOrganizer, updateOrganizer } from './changes.ts'
import { removeManager, showEmail } from './managers.ts'
import { findOrganizer, hidesEmails, listOrganizers, type OrganizerRow } from './queries.ts'
import {
  ManagerChange,
  ManagerPath,
  NewOrganizer,
  Organizer,
  OrganizerChange,
  OrganizerQuery,
} from './schemas.ts'

export const organizers: Module = async (app) => {
  const hides = hidesEmails(app.config)
  app.jobs.everySeconds(60, () => renewSearchNames(app.work, 'organizers'))
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
    handler: ({ query: { ids, approved, ...part } }, reply) =>
      wholeArray<OrganizerRow>(reply, part, (after, limit, offset) =>
        listOrganizers(app.db, { after, approved, ids, limit, offset, hides }),
      ),
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
    handler: async ({ params: { id } }) =>
      found(await findOrganizer(app.db, { id, hides }), 'Organizer'),
  })

  app.route({
    method: 'POST',
    url: '/organizers',
    config: {
      idempotent: true,
      access: 'user',
      audit: 'organizer.create',
      file: 'photo',
      refuses: ['taken', 'store_away'],
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
          createOrganizer({ ...by(app, signedIn(request)), db }, request.body, photo),
      }),
  })

  app.route({
    method: 'PUT',
    url: '/organizers/:id',
    config: {
      access: 'user',
      slow: true,
      audit: 'organizer.update',
      file: 'photo',
      refuses: [403, 'store_away'],
    },
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
    config: { access: 'user', audit: 'organizer.delete', refuses: [403, 'has_festivals'] },
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

  managers(app)
}

function managers(app: Parameters<Module>[0]) {
  const hides = hidesEmails(app.config)
  app.route({
    method: 'PUT',
    url: '/organizers/:id/managers/:userId',
    config: { access: 'user', audit: false, refuses: [403] },
    schema: {
      operationId: 'updateOrganizerManager',
      summary: "Say whether one's own e-mail is shown as a manager's",
      params: ManagerPath,
      body: ManagerChange,
      response: { 200: Organizer },
    },
    handler: async (request) => {
      const { id, userId } = request.params
      const { show_email: shows_email } = request.body
      await showEmail(app.db, signedIn(request), { id, userId, shows_email })
      return found(await findOrganizer(app.db, { id, hides }), 'Organizer')
    },
  })

  app.route({
    method: 'DELETE',
    url: '/organizers/:id/managers/:userId',
    config: { access: 'user', audit: 'organizer.remove_manager', confirms: true, refuses: [403] },
    schema: {
      operationId: 'removeOrganizerManager',
      summary: 'Take a manager away, or leave; an organizer without managers is the staff’s',
      params: ManagerPath,
      response: { 200: Message },
    },
    handler: async (request) => {
      await removeManager(app.db, signedIn(request), request.params)
      return { message: 'Manager removed' }
    },
  })
}
