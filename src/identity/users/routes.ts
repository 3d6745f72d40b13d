import { sql } from 'kysely'
import { Type } from 'typebox'
import { callingClient, signedIn } from '#core/access'
import { renewSearchNames } from '#platform/database/search-names'
import { pageOf } from '#platform/http/cursors'
import { type Module } from '#platform/http/infrastructure'
import { capped, Id, Message } from '#platform/http/paging'
import { storeAsciiDomains } from './ascii-domains.ts'
import { changesEmail, changeUserPhoto, eraseUser, updateUser } from './changes.ts'
import { listAccounts, listUsers } from './queries.ts'
import { setPermissions, setRoles, setSuspended } from './rights.ts'
import {
  Accounts,
  AccountsQuery,
  ListedUser,
  ManagedUser,
  mostAccounts,
  NewPhoto,
  PermissionsChange,
  RolesChange,
  SuspendedChange,
  User,
  UserChange,
  UsersQuery,
} from './schemas.ts'
import { shownTo } from './shown.ts'
import { standingAccess } from './standing-access-routes.ts'

type App = Parameters<Module>[0]

export const users: Module = async (app) => {
  list(app)
  changeOwnAccount(app)
  manageAccounts(app)
  standingAccess(app)
  app.jobs.everySeconds(60, () => storeAsciiDomains(app.work))
  app.jobs.everySeconds(60, () =>
    renewSearchNames(app.work, 'users', sql<string>`first_name || ' ' || last_name`),
  )
}

function list(app: App) {
  app.route({
    method: 'GET',
    url: '/users',
    config: { access: 'client' },
    schema: {
      operationId: 'listUsers',
      summary: 'Users, newest first; e-mails only for a client with the scope read_emails',
      querystring: UsersQuery,
      response: { 200: Type.Array(ListedUser) },
    },
    handler: async (request) => {
      const { limit, offset, role } = capped(request.query, 1000)
      const roles = role ? role.split(',').map((id) => id.trim()) : undefined
      const rows = await listUsers(app.db, { limit, offset, roles })
      return rows.map((user) => shownTo(callingClient(request), user))
    },
  })
}

function changeOwnAccount(app: App) {
  app.route({
    method: 'PUT',
    url: '/users/:id',
    config: {
      access: 'user',
      publishable: true,
      audit: false,
      confirms: (request) => changesEmail(app.db, signedIn(request), request.body),
      refuses: [403, 'email_taken', 'publishable_client', 'sign_in_again'],
    },
    schema: {
      operationId: 'updateUser',
      summary: "Change one's own account",
      params: Id,
      body: UserChange,
      response: { 200: User },
    },
    handler: (request) =>
      updateUser(app, { id: request.params.id, user: signedIn(request) }, request.body),
  })

  app.route({
    method: 'POST',
    url: '/users/:id/photo',
    config: {
      access: 'user',
      publishable: true,
      audit: false,
      file: 'image',
      refuses: [403, 'store_away'],
    },
    schema: {
      operationId: 'changeUserPhoto',
      summary: "Change one's own photo; null takes it away",
      params: Id,
      body: NewPhoto,
      response: { 200: User },
    },
    handler: (request) => {
      const own = { id: request.params.id, user: signedIn(request) }
      return changeUserPhoto(app, own, request.body.photo)
    },
  })

  app.route({
    method: 'DELETE',
    url: '/users/:id',
    config: {
      access: 'user',
      publishable: true,
      audit: 'user.delete',
      refuses: [403, 'last_admin'],
    },
    schema: {
      operationId: 'deleteUser',
      summary: "Erase one's own account; what was paid and earned stays, anonymous",
      params: Id,
      response: { 200: Message },
    },
    handler: async (request) => {
      await eraseUser(app, { id: request.params.id, user: signedIn(request) })
      return { message: 'User deleted' }
    },
  })
}

function manageAccounts(app: App) {
  app.route({
    method: 'GET',
    url: '/users/all',
    config: { access: 'user', permission: 'manage_users' },
    schema: {
      operationId: 'listAccounts',
      summary: 'Accounts with their rights, newest first, for those who manage them',
      description:
        'E-mails, and finding by them, are for a client with the scope read_emails. The total counts at most 10,000.',
      querystring: AccountsQuery,
      response: { 200: Accounts },
    },
    handler: async (request) => {
      const { q, role, ...page } = capped(request.query, mostAccounts)
      const client = callingClient(request)
      const mayReadEmails = client.scopes.includes('read_emails')
      const { items, ...place } = await pageOf(page, {
        order: ['time', 'id'],
        find: (part) => listAccounts(app.db, { ...part, q, role, mayReadEmails }),
        keysOf: ({ created_at, id }) => [created_at, id],
      })
      return { users: items.map((user) => shownTo(client, user)), ...place }
    },
  })

  app.route({
    method: 'PUT',
    url: '/users/:id/roles',
    config: {
      access: 'user',
      audit: 'user.set_roles',
      confirms: true,
      permission: 'manage_users',
      refuses: [403, 'email_not_proven', 'last_admin'],
    },
    schema: {
      operationId: 'setUserRoles',
      summary: 'Give or take the role admin; admins alone',
      description:
        'Given to confirmed e-mails alone, else 409 email_not_proven: invite them at POST /users/invitations. What is added ends the tokens of the account.',
      params: Id,
      body: RolesChange,
      response: { 200: ManagedUser },
    },
    handler: async (request) => {
      const asked = { id: request.params.id, user: signedIn(request) }
      return shownTo(callingClient(request), await setRoles(app, asked, request.body.roles))
    },
  })

  app.route({
    method: 'PUT',
    url: '/users/:id/permissions',
    config: {
      access: 'user',
      audit: 'user.set_permissions',
      confirms: true,
      permission: 'manage_users',
      refuses: [403, 'email_not_proven'],
    },
    schema: {
      operationId: 'setUserPermissions',
      summary: 'Set the permissions given to a user; admins alone',
      description:
        'Given to confirmed e-mails alone, else 409 email_not_proven: invite them at POST /users/invitations. What is added ends the tokens of the account.',
      params: Id,
      body: PermissionsChange,
      response: { 200: ManagedUser },
    },
    handler: async (request) => {
      const asked = { id: request.params.id, user: signedIn(request) }
      const user = await setPermissions(app, asked, request.body.permissions)
      return shownTo(callingClient(request), user)
    },
  })

  app.route({
    method: 'PUT',
    url: '/users/:id/suspended',
    config: {
      access: 'user',
      audit: 'user.set_suspended',
      permission: 'manage_users',
      refuses: [403, 'last_admin'],
    },
    schema: {
      operationId: 'suspendUser',
      summary: 'Suspend an account, which signs it out everywhere, or let it in again',
      params: Id,
      body: SuspendedChange,
      response: { 200: ManagedUser },
    },
    handler: async (request) => {
      const asked = { id: request.params.id, user: signedIn(request) }
      const user = await setSuspended(app, asked, request.body.suspended)
      return shownTo(callingClient(request), user)
    },
  })
}
