import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { CodeAnswer, CodeCredentials, CodeRequest } from '#identity/auth'
import { PasskeyOptions, PasskeySignIn } from '#identity/passkeys'
import { FactorCode } from '#identity/second-factor'
import { Message } from '#platform/http/paging'
import { enterAsFan, enterAsGuest, leaveAsFan, mailFanCode, offerPasskeys } from './fan.ts'
import { sessionOn } from './sessions.ts'

type App = Parameters<FastifyPluginAsyncTypebox>[0]

const Session = Type.Object({ session: Type.Union([Type.String(), Type.Null()]) })
/** A new session: its key, and true if the session before was of the same user. */
const NewSession = Type.Object({ session: Type.String(), same: Type.Boolean() })
/** A session: its key, and true if its user is a guest. */
const WhoseSession = Type.Object({ ...Session.properties, guest: Type.Boolean() })
const ByPassword = Type.Object({
  email: Type.String(),
  password: Type.String(),
  code: Type.Optional(FactorCode),
})
/** `guest`: without an account, a guest's session with the purchases of the e-mail, instead of a new account. */
const ByCode = Type.Object({
  ...CodeCredentials.properties,
  guest: Type.Optional(Type.Boolean()),
})

/** Serves the session of a fan, which the shop's pages begin and end (docs/contract, section 9). */
export function serveFanSession(app: App): void {
  app.route({
    method: 'GET',
    url: '/fan/session',
    config: { access: 'public' },
    schema: { hide: true, response: { 200: WhoseSession } },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const { key = null, holder } = (await sessionOn(app, request, 'fan')) ?? {}
      return { session: key, guest: holder?.user?.isGuest === true }
    },
  })

  app.route({
    method: 'POST',
    url: '/fan/guest',
    config: { access: 'public', refuses: [401, 'too_many_requests'], audit: false },
    schema: { hide: true, response: { 200: Session } },
    handler: async (request, reply) => ({ session: await enterAsGuest(app, { request, reply }) }),
  })

  signingIn(app)

  app.route({
    method: 'DELETE',
    url: '/fan/session',
    config: { access: 'public', refuses: [401], audit: false },
    schema: { hide: true, response: { 200: Message } },
    handler: async (request, reply) => {
      await leaveAsFan(app, { request, reply })
      return { message: 'Signed out' }
    },
  })
}

function signingIn(app: App) {
  app.route({
    method: 'POST',
    url: '/fan/session/passkey/options',
    config: { access: 'public', refuses: [401], audit: false },
    schema: { hide: true, response: { 200: PasskeyOptions } },
    handler: async (request) => ({ options: await offerPasskeys(app, request) }),
  })

  app.route({
    method: 'POST',
    url: '/fan/session/passkey',
    config: { access: 'public', refuses: [401], audit: false },
    schema: { hide: true, body: PasskeySignIn, response: { 200: NewSession } },
    handler: (request, reply) => enterAsFan(app, { request, reply }, request.body),
  })

  app.route({
    method: 'POST',
    url: '/fan/session',
    config: { access: 'public', refuses: [401, 'second_factor_required', 'too_many_failures'] },
    schema: { hide: true, body: ByPassword, response: { 200: NewSession } },
    handler: (request, reply) => enterAsFan(app, { request, reply }, request.body),
  })

  app.route({
    method: 'POST',
    url: '/fan/session/code',
    config: {
      access: 'public',
      refuses: [401, 404, 'second_factor_required', 'too_many_failures'],
      audit: 'user.sign_in_by_code',
    },
    schema: { hide: true, body: ByCode, response: { 200: NewSession } },
    handler: (request, reply) => enterAsFan(app, { request, reply }, request.body),
  })

  app.route({
    method: 'POST',
    url: '/fan/code',
    config: { access: 'public', refuses: [401, 'too_many_mails'], audit: false },
    schema: { hide: true, body: CodeRequest, response: { 200: CodeAnswer } },
    handler: async (request) => ({
      message: 'A mail with a code is on its way',
      request_id: await mailFanCode(app, request, request.body),
    }),
  })
}
