import { callingClient, guestSeconds, requireScope, signedIn } from '#core/access'
import { UserToken, userToken } from '#identity/auth'
import { updateGuest } from '#identity/users'
import { transact } from '#platform/database/transactions'
import type { Module } from '#platform/http/infrastructure'
import { Id } from '#platform/http/paging'
import { Problem } from '#platform/values/errors'
import { forgetLimitedEmails } from '#shop/payments'
import { claimPurchases, moveLate } from './claim.ts'
import { correctGuestEmail, mailReplaced, type Replaced } from './correct-email.ts'
import { deleteOldGuests } from './forget.ts'
import { Guest, GuestChange, GuestEmail, NewGuest } from './schemas.ts'
import { beginAsGuest } from './sign-in.ts'

export const guests: Module = async (app) => {
  const { access, bus, now } = app
  app.proofs.onProof((db, account) => claimPurchases({ db, access, bus, now }, account))
  app.jobs.work<Replaced>('guest-email-replaced', (replaced) => mailReplaced(app, replaced))
  app.jobs.cron('take-over-late', '*/5 * * * *', () => moveLate(app))
  app.jobs.cron('forget-guests', '47 3 * * *', async () => {
    await deleteOldGuests(app)
    await forgetLimitedEmails(app.work, now())
  })

  app.route({
    method: 'POST',
    url: '/auth/guest',
    config: {
      access: 'client',
      publishable: true,
      refuses: ['missing_scope', 'too_many_requests'],
    },
    schema: {
      operationId: 'signInAsGuest',
      summary: 'Begin to buy without an account: a user token for a day',
      description:
        'For publishable clients, and clients with the scope sell_to_guests. The same whether there is an account with the e-mail or not. An account that proves the e-mail takes over what the guest has bought.',
      body: NewGuest,
      response: { 200: UserToken },
    },
    onRequest: async (request) => {
      if (!callingClient(request).publishable) requireScope(request, 'sell_to_guests')
    },
    handler: async (request) => {
      const { id: clientId, publishable } = callingClient(request)
      const ip = publishable ? request.ip : undefined
      const begun = { clientId, seconds: guestSeconds, ip, guest: request.body }
      return userToken(await beginAsGuest(app, begun))
    },
  })

  app.route({
    method: 'PUT',
    url: '/auth/guest',
    config: { access: 'user', publishable: true, guests: true, audit: false, refuses: [403] },
    schema: {
      operationId: 'updateGuest',
      summary: 'Correct the contact e-mail and the names of a guest',
      body: GuestChange,
      response: { 200: Guest },
    },
    handler: async (request) => {
      const { id, isGuest } = signedIn(request)
      if (!isGuest) throw notGuest()
      const guest = await transact(app.db, (trx) => updateGuest(trx, id, request.body))
      if (!guest) throw new Problem(401, 'Invalid token')
      return guest
    },
  })

  correcting(app)
}

function correcting(app: Parameters<Module>[0]) {
  app.route({
    method: 'PUT',
    url: '/users/:id/guest-email',
    config: {
      access: 'user',
      audit: 'guest.correct_email',
      confirms: true,
      refuses: [403, 'has_account', 'not_succeeded', 'too_many_mails'],
    },
    schema: {
      operationId: 'correctGuestEmail',
      summary: 'Correct the contact e-mail of a guest that has bought something',
      description:
        'For managers of all that the guest has bought, and admins. The mails of the paid orders are sent to the new e-mail; the one before gets a mail that it was replaced, without the new one. The tokens of the guest end. An account that proves the new e-mail takes over what was bought.',
      params: Id,
      body: GuestEmail,
      response: { 200: Guest },
    },
    handler: async (request) => {
      const { params, body } = request
      return correctGuestEmail(app, { id: params.id, email: body.email, user: signedIn(request) })
    },
  })
}

const notGuest = () =>
  new Problem(403, 'This operation is for guests: change an account with PUT /users/:id')
