import { callingClient, signedIn } from '#core/access'
import { OfferedSecret, SecondFactor, shownSecret } from '#identity/second-factor'
import { originOf } from '#platform/http/answers/origin'
import type { Module } from '#platform/http/infrastructure'
import { Message } from '#platform/http/paging'
import { rateLimitHeaders } from '#platform/values/rate-limit'
import { confirmFactor, offerFactor } from './enrolment.ts'
import { findOwnFactor, mailFactorChange, removeOwnFactor, renewOwnCodes } from './own-factor.ts'
import {
  EnrolledToken,
  FactorConfirmation,
  FactorProof,
  FactorRequest,
  NewRecoveryCodes,
} from './schemas.ts'
import { type FactorNews, factorsLeft } from './second-factor.ts'
import { clientThrough, limited, limitedWithFactor, userToken } from './sign-in-routes.ts'

type App = Parameters<Module>[0]

/** The second factor of users (docs/contract, section 2.11). */
export function secondFactors(app: App) {
  app.jobs.work<{ userId: string; news: FactorNews }>('second-factor-news', (told) =>
    mailFactorChange(app, told),
  )
  enrolling(app)
  own(app)
}

/** Returns the headers for wrong codes that may still be tried, after a right one. */
const allLeft = ({ config }: App) => rateLimitHeaders(factorsLeft(0, config.SIGN_IN_FAILURES))

function enrolling(app: App) {
  const url = '/auth/second-factor'

  app.route({
    method: 'POST',
    url,
    config: {
      access: 'client',
      maybeUser: true,
      publishable: true,
      audit: false,
      ...limitedWithFactor,
      refuses: [...limitedWithFactor.refuses, 'unauthorized', 'sign_in_again'],
    },
    schema: {
      operationId: 'offerSecondFactor',
      summary: 'A secret for an authenticator app, which waits ten minutes for its first code',
      description:
        'Also for those who may not sign in without a second factor. An account that has one gives a code of it; one with passkeys a user token that came by a passkey. The secret in use stays until the new one is confirmed.',
      body: FactorRequest,
      response: { 200: OfferedSecret },
    },
    handler: async (request, reply) => {
      const { body, ip, user } = request
      const secret = await offerFactor(app, { ...body, address: ip, user })
      reply.headers(allLeft(app))
      const issuer = new URL(originOf(request)).host
      return shownSecret(secret, { issuer, label: body.email })
    },
  })

  app.route({
    method: 'PUT',
    url,
    config: {
      access: 'client',
      publishable: true,
      audit: 'user.add_second_factor',
      ...limited,
      refuses: ['too_many_failures', 'unauthorized'],
    },
    schema: {
      operationId: 'confirmSecondFactor',
      summary: 'Put the secret to use with its first code, and sign in',
      description:
        'All other tokens of the account end, recovery codes from before work no more, and its e-mail is told.',
      body: FactorConfirmation,
      response: { 200: EnrolledToken },
    },
    handler: async (request, reply) => {
      const claim = { ...clientThrough(app, request), ...request.body, address: request.ip }
      const { recovery_codes, ...issued } = await confirmFactor(app, claim)
      reply.headers(allLeft(app))
      return { ...userToken(issued), recovery_codes }
    },
  })
}

function own(app: App) {
  const url = '/users/i/second-factor'

  app.route({
    method: 'GET',
    url,
    config: { access: 'user', publishable: true },
    schema: {
      operationId: 'getSecondFactor',
      summary: 'Whether the user has a second factor, and has to have one',
      response: { 200: SecondFactor },
    },
    handler: (request) =>
      findOwnFactor(app, { user: signedIn(request), clientId: callingClient(request).id }),
  })

  app.route({
    method: 'POST',
    url: `${url}/recovery-codes`,
    config: { access: 'user', publishable: true, audit: false, ...limited },
    schema: {
      operationId: 'renewRecoveryCodes',
      summary: 'Ten new recovery codes for a code of the second factor; those before work no more',
      body: FactorProof,
      response: { 200: NewRecoveryCodes },
    },
    handler: async (request, reply) => {
      const given = { user: signedIn(request), code: request.body.code }
      const recovery_codes = await renewOwnCodes(app, given)
      reply.headers(allLeft(app))
      return { recovery_codes }
    },
  })

  app.route({
    method: 'POST',
    url: `${url}/removal`,
    config: {
      access: 'user',
      publishable: true,
      audit: 'user.remove_second_factor',
      ...limited,
      refuses: ['too_many_failures', 'needed'],
    },
    schema: {
      operationId: 'removeOwnSecondFactor',
      summary: 'Remove the second factor and the recovery codes, for a code',
      body: FactorProof,
      response: { 200: Message },
    },
    handler: async (request, reply) => {
      const user = signedIn(request)
      const own = { user, clientId: callingClient(request).id, code: request.body.code }
      await removeOwnFactor(app, own)
      reply.headers(allLeft(app))
      return { message: 'Second factor removed' }
    },
  })
}
