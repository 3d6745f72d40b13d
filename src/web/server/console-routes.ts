import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { typedPatterns } from '#common/codes/typed-code'
import { providerName } from '#identity/openid'
import { PasskeyOptions, PasskeySignIn } from '#identity/passkeys'
import { FactorCode, OfferedSecret, RecoveryCodes } from '#identity/second-factor'
import { outboxOf } from '#messaging/mail'
import { Acceptance, acceptByToken } from '#people/invitations'
import { Message } from '#platform/http/paging'
import { needsCode } from './console-provider.ts'
import {
  confirmInConsole,
  enrolInConsole,
  enterConsole,
  leaveConsole,
  mailConfirmationCode,
  offerConsoleConfirmation,
  offerConsoleFactor,
  offerConsolePasskey,
  waysToConfirm,
} from './console-session.ts'
import { sessionOn } from './sessions.ts'

type App = Parameters<FastifyPluginAsyncTypebox>[0]

export const Session = Type.Object({
  session: Type.Union([Type.String(), Type.Null()]),
  // Included here, so that the console does not request caught mail if there is none.
  catches_mail: Type.Boolean(),
  // Only in a sandbox: the console shows its clock.
  is_sandbox: Type.Optional(Type.Literal(true)),
  // The identity provider that can sign users in, and true if a user returning from it must still enter a code.
  provider: Type.Optional(Type.Object({ name: Type.String(), needs_code: Type.Boolean() })),
})
const Enrolled = Type.Object({ ...Session.properties, recovery_codes: RecoveryCodes })
const Credentials = Type.Object({
  email: Type.String(),
  password: Type.String(),
  code: Type.Optional(FactorCode),
})
const Confirmation = Type.Omit(Credentials, ['email'])
const MailedCode = Type.Object({
  mailed_code: Type.String({ pattern: typedPatterns.sixDigits }),
  code: Type.Optional(FactorCode),
})
const refuses = [401, 'second_factor_required', 'suspended', 'too_many_failures'] as const
const url = '/console/session'

export const sessionAnswerOf = ({ config, clock }: App, session: string | null) => ({
  session,
  catches_mail: session !== null && outboxOf(config) !== undefined,
  ...(session !== null && clock && { is_sandbox: true as const }),
})

/** Serves the session of the console, which its pages begin and end (docs/contract, section 9). */
export function serveConsoleSession(app: App): void {
  app.route({
    method: 'GET',
    url,
    config: { access: 'public' },
    schema: { hide: true, response: { 200: Session } },
    handler: async (request) => {
      const told = sessionAnswerOf(app, (await sessionOn(app, request, 'console'))?.key ?? null)
      const name = providerName(app.config)
      return { ...told, ...(name && { provider: { name, needs_code: needsCode(app, request) } }) }
    },
  })

  app.route({
    method: 'POST',
    url,
    config: { access: 'public', refuses: [...refuses] },
    schema: { hide: true, body: Credentials, response: { 200: Session } },
    handler: async (request, reply) =>
      sessionAnswerOf(app, await enterConsole(app, { request, reply }, request.body)),
  })

  enrolling(app)
  confirming(app)
  confirmingByMail(app)
  byPasskey(app)

  app.route({
    method: 'POST',
    url: '/console/invitation',
    // There is no session before sign-in: the token of the mail is the proof.
    config: {
      access: 'public',
      refuses: ['other_account', 'too_many', 'second_factor_required', 'too_many_failures'],
      audit: 'invitation.accept',
    },
    schema: { hide: true, body: Acceptance, response: { 200: Message } },
    handler: async (request) => {
      await acceptByToken(app, null, request.body)
      return { message: 'Invitation accepted: sign in' }
    },
  })

  app.route({
    method: 'DELETE',
    url,
    config: { access: 'public', refuses: [401], audit: false },
    schema: { hide: true, response: { 200: Message } },
    handler: async (request, reply) => {
      await leaveConsole(app, { request, reply })
      return { message: 'Signed out' }
    },
  })
}

/** Does the same as `POST` and `PUT /auth/second-factor`, for a user who may not be signed in yet. */
function enrolling(app: App) {
  app.route({
    method: 'POST',
    url: `${url}/second-factor`,
    config: { access: 'public', refuses: [...refuses, 'sign_in_again'], audit: false },
    schema: { hide: true, body: Credentials, response: { 200: OfferedSecret } },
    handler: async (request) => offerConsoleFactor(app, request, request.body),
  })

  app.route({
    method: 'PUT',
    url: `${url}/second-factor`,
    config: {
      access: 'public',
      refuses: [401, 'suspended', 'too_many_failures'],
      audit: 'user.add_second_factor',
    },
    schema: {
      hide: true,
      body: Type.Object({ ...Credentials.properties, code: FactorCode }),
      response: { 200: Enrolled },
    },
    handler: async (request, reply) => {
      const { key, recovery_codes } = await enrolInConsole(app, { request, reply }, request.body)
      return { ...sessionAnswerOf(app, key), recovery_codes }
    },
  })
}

/** Confirms the user of a session, for routes that declare `confirms`. */
function confirming(app: App) {
  app.route({
    method: 'POST',
    url: `${url}/confirmation`,
    config: { access: 'public', refuses: [...refuses], audit: false },
    schema: { hide: true, body: Confirmation, response: { 200: Session } },
    handler: async (request, reply) =>
      sessionAnswerOf(app, await confirmInConsole(app, { request, reply }, request.body)),
  })

  app.route({
    method: 'POST',
    url: `${url}/confirmation/passkey`,
    config: { access: 'public', refuses: [401, 'suspended'], audit: false },
    schema: { hide: true, body: PasskeySignIn, response: { 200: Session } },
    handler: async (request, reply) =>
      sessionAnswerOf(app, await confirmInConsole(app, { request, reply }, request.body)),
  })

  app.route({
    method: 'POST',
    url: `${url}/confirmation/passkey/options`,
    config: { access: 'public', refuses: [401], audit: false },
    schema: { hide: true, response: { 200: PasskeyOptions } },
    handler: async (request) => ({ options: await offerConsoleConfirmation(app, request) }),
  })
}

/** Confirms users of accounts without a password, for which the identity provider is the only sign-in. */
function confirmingByMail(app: App) {
  app.route({
    method: 'GET',
    url: `${url}/confirmation`,
    config: { access: 'public', refuses: [401] },
    schema: {
      hide: true,
      response: { 200: Type.Object({ password: Type.Boolean(), mail: Type.Boolean() }) },
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return waysToConfirm(app, request)
    },
  })

  app.route({
    method: 'POST',
    url: `${url}/confirmation/mail`,
    config: { access: 'public', refuses: [401, 403, 'too_many_mails'], audit: false },
    schema: { hide: true, response: { 200: Message } },
    handler: async (request) => {
      await mailConfirmationCode(app, request)
      return { message: 'A mail with a code is on its way' }
    },
  })

  app.route({
    method: 'POST',
    url: `${url}/confirmation/mail/code`,
    config: { access: 'public', refuses: [...refuses, 403], audit: 'user.sign_in_by_code' },
    schema: { hide: true, body: MailedCode, response: { 200: Session } },
    handler: async (request, reply) =>
      sessionAnswerOf(app, await confirmInConsole(app, { request, reply }, request.body)),
  })
}

function byPasskey(app: App) {
  app.route({
    method: 'POST',
    url: `${url}/passkey/options`,
    config: { access: 'public', audit: false },
    schema: { hide: true, response: { 200: PasskeyOptions } },
    handler: async (request) => ({ options: await offerConsolePasskey(app, request) }),
  })

  app.route({
    method: 'POST',
    url: `${url}/passkey`,
    config: { access: 'public', refuses: [401, 'suspended'], audit: false },
    schema: { hide: true, body: PasskeySignIn, response: { 200: Session } },
    handler: async (request, reply) =>
      sessionAnswerOf(app, await enterConsole(app, { request, reply }, request.body)),
  })
}
