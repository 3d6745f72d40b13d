import { callingClient, deleteDeadStreams, deleteExpiredTokens, signedIn } from '#core/access'
import { hashOf, NewUser, registerUser, User } from '#identity/users'
import { type Module } from '#platform/http/infrastructure'
import { Id, Message } from '#platform/http/paging'
import { created, deleteOldKeys } from '#platform/http/requests/idempotency'
import { rateLimitHeaders } from '#platform/values/rate-limit'
import { countMailOfNetwork, deleteOldCodes } from './code-requests.ts'
import {
  confirmEmail,
  deleteOldConfirmations,
  mailChange,
  mailConfirmation,
  requireMailable,
} from './confirmation.ts'
import { type CountedKind, countOfNetwork, deleteOldFailures, leftAfter } from './failures.ts'
import { deleteOldResets, mailReset, resetPassword } from './recovery.ts'
import { Confirmation, ForgottenPassword, PasswordChange, PasswordReset } from './schemas.ts'
import { secondFactors } from './second-factor-routes.ts'
import { sessions } from './session-routes.ts'
import { changePassword } from './sign-in.ts'
import { codes, limited, signIn } from './sign-in-routes.ts'

type App = Parameters<Module>[0]

/** Counts accounts registered from a public network, through publishable clients. */
const registering: CountedKind = {
  name: 'registrations',
  code: 'too_many_requests',
  error: 'Too many accounts were registered from your network',
}

export const auth: Module = async (app) => {
  registration(app)
  signIn(app)
  codes(app)
  passwords(app)
  confirmations(app)
  secondFactors(app)
  sessions(app)
  app.jobs.work<{ userId: string }>('email-confirmation', ({ userId }) =>
    mailConfirmation(app, userId),
  )
  app.jobs.work<{ userId: string; email: string }>('email-changed', (left) => mailChange(app, left))
  app.jobs.work<ForgottenPassword>('password-reset', ({ email }) => mailReset(app, email))
  app.jobs.cron('forget-expired', '17 3 * * *', async () => {
    await deleteExpiredTokens(app.work, app.now())
    await deleteDeadStreams(app.work)
    await deleteOldKeys(app.work, app.now())
    await deleteOldResets(app.work, app.now())
    await deleteOldConfirmations(app.work, app.now())
    await deleteOldFailures(app.work, app.now())
    await deleteOldCodes(app.work, app.now())
  })
}

function registration(app: App) {
  app.route({
    method: 'POST',
    url: '/users',
    config: {
      idempotent: true,
      access: 'client',
      publishable: true,
      refuses: ['email_taken', 'too_many_requests'],
    },
    schema: {
      operationId: 'createUser',
      summary: 'Register; e-mails are unique whatever their case, and one is confirmed by mail',
      body: NewUser,
      response: { 201: User },
    },
    handler: async (request, reply) => {
      // Servers of applications register all their users from one address.
      if (callingClient(request).publishable) {
        const counted = { limit: app.config.REGISTRATIONS_PER_NETWORK, now: app.now() }
        await countOfNetwork(app.db, { ...counted, ip: request.ip, kind: registering })
      }
      const password_hash = await hashOf(app.config, request.body)
      return created(request, reply, (db) =>
        registerUser({ db, jobs: app.jobs }, request.body, password_hash),
      )
    },
  })
}

function passwords(app: App) {
  app.route({
    method: 'PUT',
    url: '/auth/change-password',
    config: {
      access: 'user',
      publishable: true,
      audit: 'user.change_password',
      ...limited,
      refuses: ['too_many_failures', 'sign_in_again'],
    },
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
    config: { access: 'public', refuses: ['too_many_mails'] },
    schema: {
      operationId: 'forgotPassword',
      summary: 'Mail a reset token to the account with this e-mail, if there is one',
      body: ForgottenPassword,
      response: { 200: Message },
    },
    handler: async ({ body: { email }, ip }) => {
      await countMailOfNetwork(app, ip)
      await app.jobs.add(app.db, 'password-reset', { email })
      return { message: 'If there is an account with this e-mail, a reset mail is on its way' }
    },
  })

  app.route({
    method: 'POST',
    url: '/auth/reset-password',
    config: {
      access: 'public',
      audit: 'user.reset_password',
      refuses: ['unauthorized', 'second_factor_required', 'too_many_failures'],
    },
    schema: {
      operationId: 'resetPassword',
      summary: 'Set a new password with the token from the reset mail; ends all tokens of the user',
      description:
        'An e-mail that has replaced a confirmed one is confirmed by this: an account with a second factor gives a code of it.',
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
    config: {
      access: 'user',
      publishable: true,
      audit: false,
      refuses: [403, 'already_confirmed', 'too_many_mails'],
    },
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
    config: { access: 'user', publishable: true, audit: false, refuses: ['sign_in_again'] },
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
