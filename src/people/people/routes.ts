import { callingClient, signedIn } from '#core/access'
import { shownTo } from '#identity/users'
import type { Module } from '#platform/http/infrastructure'
import { Id } from '#platform/http/paging'
import { found } from '#platform/values/errors'
import { findRecord } from './queries.ts'
import { PersonRecord } from './schemas.ts'

export const people: Module = async (app) => {
  app.route({
    method: 'GET',
    url: '/users/:id/record',
    config: { access: 'user', permission: 'manage_users' },
    schema: {
      operationId: 'getPersonRecord',
      summary: 'All that there is of a person: their account, purchases, rewards and sign-ins',
      description:
        'Of each list the number, 10,000 at most, and the latest ten. Orders, tickets and notices are for admins, for others null. The e-mail is for a client with the scope read_emails. What staff did to the account is in GET /audit.',
      params: Id,
      response: { 200: PersonRecord },
    },
    handler: async (request) => {
      const { isAdmin } = signedIn(request)
      const asked = { userId: request.params.id, now: app.now(), isAdmin }
      const record = found(await findRecord(app.db, asked), 'User')
      return { ...record, account: shownTo(callingClient(request), record.account) }
    },
  })
}
