import { signedIn } from '#core/access'
import { clientThrough, UserToken, userToken } from '#identity/auth'
import type { Module } from '#platform/http/infrastructure'
import { Message } from '#platform/http/paging'
import { found } from '#platform/values/errors'
import { deleteEndedChallenges } from './challenges.ts'
import { requireFresh } from './fresh.ts'
import { listPasskeys, removePasskey } from './queries.ts'
import { addPasskey, mailAddition, offerRegistration } from './registration.ts'
import { removing } from './removal.ts'
import {
  NewPasskey,
  Passkey,
  PasskeyOptions,
  PasskeyParams,
  PasskeySignIn,
  Passkeys,
} from './schemas.ts'
import { offerSignIn, signInByPasskey } from './sign-in.ts'
import { siteOf } from './site.ts'

type App = Parameters<Module>[0]

/** Passkeys of users, for pages under the service's own address (docs/contract, section 2.10). */
export const passkeys: Module = async (app) => {
  app.jobs.work<{ userId: string; id: string }>('passkey-added', (added) =>
    mailAddition(app, added),
  )
  app.jobs.cron('forget-passkey-challenges', '*/10 * * * *', () =>
    deleteEndedChallenges(app.work, app.now()),
  )
  managing(app)
  signingIn(app)
  removing(app)
}

function managing(app: App) {
  const url = '/users/i/passkeys'

  app.route({
    method: 'GET',
    url,
    config: { access: 'user', publishable: true },
    schema: {
      operationId: 'listPasskeys',
      summary: 'The passkeys of the user',
      response: { 200: Passkeys },
    },
    handler: async (request) => ({ passkeys: await listPasskeys(app.db, signedIn(request).id) }),
  })

  app.route({
    method: 'POST',
    url: `${url}/options`,
    config: { access: 'user', publishable: true, audit: false, refuses: ['sign_in_again'] },
    schema: {
      operationId: 'offerPasskey',
      summary: 'Options with which a browser makes a passkey, within five minutes',
      description: 'For who has signed in within the last ten minutes.',
      response: { 200: PasskeyOptions },
    },
    handler: async (request) => {
      const { id, token } = signedIn(request)
      await requireFresh(app, token)
      const owner = found(await findOwner(app, id), 'User')
      return { options: await offerRegistration(app, { owner, site: siteOf(request) }) }
    },
  })

  app.route({
    method: 'POST',
    url,
    config: {
      access: 'user',
      publishable: true,
      audit: 'user.add_passkey',
      refuses: ['sign_in_again', 'email_not_proven', 'exists', 'too_many'],
    },
    schema: {
      operationId: 'addPasskey',
      summary: 'Add the passkey that a browser has made',
      description:
        'For who has signed in within the last ten minutes. The e-mail of the account is told.',
      body: NewPasskey,
      response: { 201: Passkey },
    },
    handler: async (request, reply) => {
      const { id: userId, token } = signedIn(request)
      await requireFresh(app, token)
      const passkey = await addPasskey(app, { userId, site: siteOf(request), given: request.body })
      reply.statusCode = 201
      return passkey
    },
  })

  app.route({
    method: 'DELETE',
    url: `${url}/:passkeyId`,
    config: {
      access: 'user',
      publishable: true,
      audit: 'user.remove_passkey',
      refuses: ['sign_in_again'],
    },
    schema: {
      operationId: 'removePasskey',
      summary: 'Remove a passkey: it signs in no more',
      description: 'For a user who has signed in within the last ten minutes.',
      params: PasskeyParams,
      response: { 200: Message },
    },
    handler: async (request) => {
      const { id: userId, token } = signedIn(request)
      await requireFresh(app, token)
      await removePasskey(app.db, { userId, id: request.params.passkeyId })
      return { message: 'Passkey removed' }
    },
  })
}

const findOwner = ({ db }: App, id: string) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'first_name as firstName', 'last_name as lastName'])
    .where('id', '=', id)
    .$narrowType<{ email: string }>()
    .executeTakeFirst()

function signingIn(app: App) {
  app.route({
    method: 'POST',
    url: '/auth/passkey/options',
    config: { access: 'client', publishable: true, audit: false },
    schema: {
      operationId: 'offerPasskeySignIn',
      summary: 'Options with which a browser signs in by a passkey, within five minutes',
      response: { 200: PasskeyOptions },
    },
    handler: async (request) => ({ options: await offerSignIn(app, siteOf(request)) }),
  })

  app.route({
    method: 'POST',
    url: '/auth/passkey',
    config: {
      access: 'client',
      publishable: true,
      audit: false,
      refuses: ['unauthorized'],
    },
    schema: {
      operationId: 'signInByPasskey',
      summary: 'Exchange what a passkey has signed for a user token',
      body: PasskeySignIn,
      response: { 200: UserToken },
    },
    handler: async (request) => {
      const { credential } = request.body
      const attempt = { ...clientThrough(app, request), credential, site: siteOf(request) }
      return userToken(await signInByPasskey(app, attempt))
    },
  })
}
