import type { FastifyContextConfig } from 'fastify'
import { callingClient, forgetDeadStreams, forgetExpiredTokens, signedIn } from '#access'
import { transact } from '#platform/database/transactions'
import { type Module } from '#platform/http/infrastructure'
import { Id, Message } from '#platform/http/paging'
import { forgetOldKeys } from '#platform/http/requests/idempotency'
import { missingFields } from '#platform/values/errors'
import { rateLimitHeaders } from '#platform/values/rate-limit'
import {
  confirmEmail,
  forgetOldConfirmations,
  mailChange,
  mailConfirmation,
  requireMailable,
} from './confirmation.ts'
import { forgetOldFailures, leftAfter } from './failures.ts'
import { forgetOldResets, mailReset, resetPassword } from './recovery.ts'
import {
  ClientCredentials,
  ClientToken,
  Confirmation,
  ForgottenPassword,
  PasswordChange,
  PasswordReset,
  UserCredentials,
  UserToken,
} from './schemas.ts'
import { changePassword, signInClient, signInUser, wrongPasswords } from './sign-in.ts'

type App = Parameters<Module>[0]

/** Wrong passwords are limited, and each answer says what is left. */
const limited: Pick<FastifyContextConfig, 'refuses' | 'answersWith'> = {
  refuses: ['too_many_failures'],
  answersWith: ['RateLimit-Policy', 'RateLimit'],
}

export const auth: Module = async (app) => {
  signIn(app)
  passwords(app)
  confirmations(app)
  app.jobs.work<{ userId: string }>('email-confirmation', ({ userId }) =>
    mailConfirmation(app, userId),
  )
  app.jobs.work<{ userId: string; email: string }>('email-changed', (left) => mailChange(app, left))
  app.jobs.work<ForgottenPassword>('password-reset', ({ email }) => mailReset(app, email))
  app.jobs.every('forget-expired', '17 3 * * *', async () => {
    await forgetExpiredTokens(app.work, app.now())
    await forgetDeadStreams(app.work)
    await forgetOldKeys(app.work, app.now())
    await forgetOldResets(app.work, app.now())
    await forgetOldConfirmations(app.work, app.now())
    await forgetOldFailures(app.work, app.now())
  })
}

function signIn(app: App) {
  app.metrics.counter(wrongPasswords)
  app.route({
    method: 'POST',
    url: '/auth/client',
    config: { access: 'public', refuses: [401] },
    schema: {
      operationId: 'signInClient',
      summary: "Exchange a client's id and secret for a client token",
      body: ClientCredentials,
      response: { 200: ClientToken },
    },
    handler: async ({ body: { client_id: id, client_secret: secret } }) => {
      const { token, seconds } = await signInClient(app, { id, secret })
      return { token, token_type: 'X-F-Authorization', expires: seconds }
    },
  })

  app.route({
    method: 'POST',
    url: '/auth/user',
    config: { access: 'client', ...limited },
    schema: {
      operationId: 'signInUser',
      summary: 'Exchange an e-mail and a password for a user token',
      body: UserCredentials,
      response: { 200: UserToken },
    },
    preValidation: async ({ body }) => requireBoth(body),
    handler: async (request, reply) => {
      const { email, password } = request.body
      const { id: clientId } = callingClient(request)
      const claim = { clientId, email, password, address: request.ip }
      const { token, seconds } = await signInUser(app, claim)
      reply.headers(rateLimitHeaders(leftAfter(0, app.config.SIGN_IN_FAILURES)))
      const headerName = 'X-F-Authentication'
      return { token, tokenType: headerName, expiresIn: seconds, headerName }
    },
  })

  app.route({
    method: 'POST',
    url: '/auth/logout',
    config: { access: 'user', audit: false },
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

/** One sentence, whichever of the two is absent (docs/contract.md, section 2.1). */
function requireBoth(body: unknown) {
  const { email, password } = Object.assign({ email: null, password: null }, body)
  if ([email, password].some((value) => value === null || value === undefined || value === '')) {
    throw missingFields(['email', 'password'])
  }
}

function passwords(app: App) {
  app.route({
    method: 'PUT',
    url: '/auth/change-password',
    config: { access: 'user', audit: 'user.change_password', ...limited },
    schema: {
      operationId: 'changePassword',
      summary: "Change one's password, which ends all one's other tokens",
      body: PasswordChange,
      response: { 200: Message },
    },
    handler: async (request, reply) => {
      await changePassword(app, signedIn(request), request.body)
      reply.headers(rateLimitHeaders(leftAfter(0, app.config.SIGN_IN_FAILURES)))
      return { message: 'Password changed' }
    },
  })

  app.route({
    method: 'POST',
    url: '/auth/forgot-password',
    config: { access: 'public' },
    schema: {
      operationId: 'forgotPassword',
      summary: 'Mail a reset token to the account with this e-mail, if there is one',
      body: ForgottenPassword,
      response: { 200: Message },
    },
    handler: async ({ body: { email } }) => {
      await app.jobs.add(app.db, 'password-reset', { email })
      return { message: 'If there is an account with this e-mail, a reset mail is on its way' }
    },
  })

  app.route({
    method: 'POST',
    url: '/auth/reset-password',
    config: { access: 'public', audit: 'user.reset_password' },
    schema: {
      operationId: 'resetPassword',
      summary: 'Set a new password with the token from the reset mail; ends all tokens of the user',
      body: PasswordReset,
      response: { 200: Message },
    },
    handler: async ({ body, ip }) => {
      await resetPassword(app, body, ip)
      return { message: 'Password reset: sign in with the new one' }
    },
  })
}

function confirmations(app: App) {
  app.route({
    method: 'POST',
    url: '/users/:id/email-confirmation',
    config: { access: 'user', audit: false, refuses: [403, 'already_confirmed', 'too_many_mails'] },
    schema: {
      operationId: 'mailEmailConfirmation',
      summary: "Mail the confirmation of one's e-mail again",
      params: Id,
      response: { 200: Message },
    },
    handler: async (request) => {
      const asked = { id: request.params.id, user: signedIn(request) }
      await requireMailable(app, asked)
      await app.jobs.add(app.db, 'email-confirmation', { userId: asked.user.id })
      return { message: 'A mail with a token is on its way to your e-mail' }
    },
  })

  app.route({
    method: 'POST',
    url: '/auth/confirm-email',
    config: { access: 'user', audit: false },
    schema: {
      operationId: 'confirmEmail',
      summary: "Confirm one's e-mail with the token that was mailed to it",
      body: Confirmation,
      response: { 200: Message },
    },
    handler: async (request) => {
      await confirmEmail(app, signedIn(request), request.body.token)
      return { message: 'E-mail confirmed' }
    },
  })
}
