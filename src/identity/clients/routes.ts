import { Type } from 'typebox'
import { heldScopes } from '#core/access'
import { renewSearchNames } from '#platform/database/search-names'
import { partOf } from '#platform/http/cursors'
import { type Module } from '#platform/http/infrastructure'
import { capped, Message, Slug } from '#platform/http/paging'
import {
  createClient,
  createPublishableClient,
  deleteClient,
  rotateClient,
  updateClient,
} from './changes.ts'
import { listClients } from './queries.ts'
import {
  Client,
  ClientChange,
  ClientsQuery,
  ClientWithSecret,
  CreatedClient,
  NewClient,
  Rotation,
} from './schemas.ts'

type App = Parameters<Module>[0]

const config = { access: 'user', permission: 'manage_clients' } as const

export const clients: Module = async (app) => {
  app.jobs.everySeconds(60, () => renewSearchNames(app.work, 'clients'))
  listAndChange(app)
  makeSecrets(app)
}

function listAndChange(app: App) {
  app.route({
    method: 'GET',
    url: '/clients',
    config: { ...config, answersWith: ['Link'] },
    schema: {
      operationId: 'listClients',
      summary: 'Calling applications with their secrets, by name',
      querystring: ClientsQuery,
      response: { 200: Type.Array(Client) },
    },
    handler: (request, reply) =>
      partOf({ request, reply }, capped(request.query, 1000), {
        order: ['text', 'text'],
        find: (part) => listClients(app.db, { ...part, now: app.now() }),
        keysOf: ({ name, id }) => [name, id],
      }),
  })

  app.route({
    method: 'PUT',
    url: '/clients/:id',
    config: { ...config, audit: 'client.update', confirms: true, refuses: ['scope_not_held'] },
    schema: {
      operationId: 'updateClient',
      summary: 'Rename a client, set its scopes or origins, suspend it or let it in again',
      description:
        'Only scopes that the calling client has can be given, and only with them is a client let in again; an admin can give all.',
      params: Slug,
      body: ClientChange,
      response: { 200: Client },
    },
    handler: (request) => {
      const { params, body } = request
      const { db, access, now } = app
      return updateClient({ db, access, now, held: heldScopes(request) }, params.id, body)
    },
  })

  app.route({
    method: 'DELETE',
    url: '/clients/:id',
    config: { ...config, audit: 'client.delete', refuses: ['built_in'] },
    schema: {
      operationId: 'deleteClient',
      summary: 'Delete a client; its tokens end everywhere',
      params: Slug,
      response: { 200: Message },
    },
    handler: async ({ params }) => {
      await deleteClient(app, params.id)
      return { message: 'Client deleted' }
    },
  })
}

function makeSecrets(app: App) {
  app.route({
    method: 'POST',
    url: '/clients',
    config: { ...config, audit: 'client.create', confirms: true, refuses: ['scope_not_held'] },
    schema: {
      operationId: 'createClient',
      summary: 'Create a client; its secret, if it has one, is shown this once',
      description:
        'Without scopes it gets none. Only scopes that the calling client has can be given; an admin can give all. A publishable client has origins in place of a secret and scopes.',
      body: NewClient,
      response: { 201: CreatedClient },
    },
    handler: (request, reply) => {
      reply.code(201)
      const { kind, ...given } = request.body
      const now = app.now()
      if (kind === 'publishable') return createPublishableClient(app.db, given, now)
      return createClient(app.db, given, { now, held: heldScopes(request) })
    },
  })

  app.route({
    method: 'POST',
    url: '/clients/:id/rotate',
    config: {
      ...config,
      audit: 'client.rotate',
      confirms: true,
      refuses: ['scope_not_held', 'built_in', 'no_secret'],
    },
    schema: {
      operationId: 'rotateClient',
      summary: 'Give a client a new secret, shown this once; the old ones end after the overlap',
      description: 'For who holds all its scopes, by the calling client or as an admin.',
      params: Slug,
      body: Rotation,
      response: { 200: ClientWithSecret },
    },
    handler: (request) => {
      const { id } = request.params
      const { overlap_seconds } = request.body
      return rotateClient(app.db, { id, overlap_seconds, held: heldScopes(request) }, app.now())
    },
  })
}
