import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import { plainCode } from '#common/codes/typed-code'
import { callingClient, SharedTokens, signedIn } from '#core/access'
import { transact } from '#platform/database/transactions'
import type { Module } from '#platform/http/infrastructure'
import { Message } from '#platform/http/paging'
import { missingFields } from '#platform/values/errors'
import { rateLimitHeaders } from '#platform/values/rate-limit'
import { publishableLife, signInClient } from './client-sign-in.ts'
import { type CodeDue, mailCode, requestCode } from './code-requests.ts'
import { leftAfter } from './failures.ts'
import {
  ClientCredentials,
  ClientToken,
  CodeAnswer,
  CodeCredentials,
  CodeRequest,
  UserCredentials,
  UserToken,
} from './schemas.ts'
import { signInUser, wrongPasswords } from './sign-in.ts'
import { signInByCode } from './sign-in-code.ts'

type App = Parameters<Module>[0]

/** Wrong passwords and codes are limited, and each answer states the remaining attempts. */
export const limited: Pick<FastifyContextConfig, 'refuses' | 'answersWith'> = {
  refuses: ['too_many_failures'],
  answersWith: ['RateLimit-Policy', 'RateLimit'],
}

/** The same, where a second factor may also be missing. */
export const limitedWithFactor = {
  ...limited,
  refuses: [...(limited.refuses ?? []), 'second_factor_required' as const],
}

/** Life of a user token through a publishable client, in seconds. It is stored where a page can read it. */
const userSeconds = 30 * 86_400

export function signIn(app: App) {
  app.metrics.counter(wrongPasswords)
  const shared = new SharedTokens(app, publishableLife)
  app.route({
    method: 'POST',
    url: '/auth/client',
    config: {
      access: 'public',
      refuses: ['unauthorized', 'missing_scope', 'origin_not_allowed'],
    },
    schema: {
      operationId: 'signInClient',
      summary: "Exchange a client's id and secret for a client token",
      description:
        'A publishable client sends its id alone, from one of its origins; its token is good for half an hour at least. For a confidential client, scopes and expires_in narrow the token.',
      body: ClientCredentials,
      response: { 200: ClientToken },
    },
    handler: async ({ body: credentials, headers }) => {
      const { token, seconds } = await signInClient(app, shared, { credentials, headers })
      return { token, token_type: 'X-F-Authorization', expires: seconds }
    },
  })

  app.route({
    method: 'POST',
    url: '/auth/user',
    config: { access: 'client', publishable: true, ...limitedWithFactor },
    schema: {
      operationId: 'signInUser',
      summary: 'Exchange an e-mail and a password for a user token',
      description:
        'Where a second factor is asked for, also a code: 401 second_factor_required, which only a right password gets, says whether the account has one.',
      body: UserCredentials,
      response: { 200: UserToken },
    },
    preValidation: async ({ body }) => requireBoth(body),
    handler: async (request, reply) => {
      const claim = { ...clientThrough(app, request), ...request.body, address: request.ip }
      const issued = await signInUser(app, claim)
      reply.headers(rateLimitHeaders(leftAfter(0, app.config.SIGN_IN_FAILURES)))
      return userToken(issued)
    },
  })

  app.route({
    method: 'POST',
    url: '/auth/logout',
    config: { access: 'user', publishable: true, guests: true, audit: false },
    schema: {
      operationId: 'signOut',
      summary: 'End the user token of this request',
      response: { 200: Message },
    },
    handler: async (request) => {
      await transact(app.db, (trx) => app.access.endToken(trx, signedIn(request).token))
      return { message: 'Signed out' }
    },
  })
}

/** Returns one message, whichever of the two is absent (docs/contract, section 2.1). */
function requireBoth(body: unknown) {
  const { email, password } = Object.assign({ email: null, password: null }, body)
  if ([email, password].some((value) => value === null || value === undefined || value === '')) {
    throw missingFields(['email', 'password'])
  }
}

export function codes(app: App) {
  app.jobs.work<CodeDue>('sign-in-code', (due) => mailCode(app, due))

  app.route({
    method: 'POST',
    url: '/auth/code',
    config: { access: 'client', publishable: true, refuses: ['too_many_mails'] },
    schema: {
      operationId: 'mailSignInCode',
      summary: 'Mail six digits to sign in with, for ten minutes',
      description: 'The same for every e-mail, whether it has an account or not.',
      body: CodeRequest,
      response: { 200: CodeAnswer },
    },
    handler: async ({ body: { email, request_id: requestId }, ip }) => ({
      message: 'A mail with a code is on its way',
      request_id: await requestCode(app, { email, ip, requestId }),
    }),
  })

  app.route({
    method: 'POST',
    url: '/auth/code/verify',
    config: {
      access: 'client',
      publishable: true,
      ...limitedWithFactor,
      audit: 'user.sign_in_by_code',
    },
    schema: {
      operationId: 'signInByCode',
      summary:
        'Exchange the six digits of the mail for a user token, and make the account if there is none',
      description:
        'Without an account, firstName and lastName are required. An account whose e-mail was never confirmed loses its password and tokens.',
      body: CodeCredentials,
      response: { 200: UserToken },
    },
    handler: async (request, reply) => {
      const attempt = { ...clientThrough(app, request), ...attemptIn(request) }
      const issued = await signInByCode(app, attempt)
      reply.headers(rateLimitHeaders(leftAfter(0, app.config.SIGN_IN_FAILURES)))
      return userToken(issued)
    },
  })
}

/** Returns the attempt of a request to sign in by a code. */
export function attemptIn({ body, ip }: { body: CodeCredentials; ip: string }) {
  const { email, code, request_id: requestId, second_factor: secondFactor, ...names } = body
  return { email, code: plainCode(code), requestId, ip, names, secondFactor }
}

/** Returns the client that a user signs in through, and the life of the user's token, in seconds. */
export function clientThrough({ access }: App, request: FastifyRequest) {
  const { id: clientId, publishable } = callingClient(request)
  const seconds = publishable ? Math.min(userSeconds, access.seconds) : access.seconds
  return { clientId, seconds }
}

/** Returns a new token in the form of an answer. */
export function userToken({ token, seconds }: { token: string; seconds: number }) {
  const headerName = 'X-F-Authentication'
  return { token, tokenType: headerName, expiresIn: seconds, headerName }
}
