import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { type Provider, providerOf, Refusal } from '#identity/openid'
import { FactorCode } from '#identity/second-factor'
import { Problem } from '#platform/values/errors'
import { completeWithCode, leaveForProvider, returnFromProvider } from './console-provider.ts'
import { Session, sessionAnswerOf } from './console-routes.ts'

type App = Parameters<FastifyPluginAsyncTypebox>[0]

const url = '/console/provider'
const Leaving = Type.Object({
  next: Type.Optional(Type.String()),
  confirm: Type.Optional(Type.String()),
})

/** Serves sign-in to the console by an identity provider, if the settings name one (docs/contract, section 2.13). */
export function serveConsoleProvider(app: App): void {
  const provider = providerOf(app.config, app.now)
  if (provider) byProvider(app, provider)
}

function byProvider(app: App, provider: Provider) {
  app.route({
    method: 'GET',
    url,
    config: { access: 'public' },
    schema: { hide: true, querystring: Leaving },
    handler: async (request, reply) => {
      const { next, confirm } = request.query
      const visit = { request, reply, next: ownPage(next), isAnew: confirm !== undefined }
      return goOn(reply, () => leaveForProvider(app, provider, visit))
    },
  })

  app.route({
    method: 'GET',
    url: `${url}/callback`,
    config: { access: 'public', audit: 'user.sign_in_by_provider' },
    schema: { hide: true },
    handler: async (request, reply) =>
      goOn(reply, () => returnFromProvider(app, provider, { request, reply })),
  })

  app.route({
    method: 'POST',
    url: `${url}/code`,
    config: {
      access: 'public',
      refuses: [401, 'suspended', 'too_many_failures'],
      audit: 'user.sign_in_by_provider',
    },
    schema: {
      hide: true,
      body: Type.Object({ code: FactorCode }),
      response: { 200: Session },
    },
    handler: async (request, reply) => {
      try {
        return sessionAnswerOf(
          app,
          await completeWithCode(app, { request, reply }, request.body.code),
        )
      } catch (error) {
        // The account has changed since the provider sent the user back.
        if (error instanceof Refusal) throw new Problem(401, 'The account has changed: start again')
        throw error
      }
    },
  })
}

/** Redirects the browser. After a refusal it goes to the console, which shows the reason. */
async function goOn(reply: FastifyReply, leading: () => Promise<string>) {
  reply.header('cache-control', 'no-store')
  try {
    return reply.redirect(await leading(), 302)
  } catch (error) {
    const code = codeOf(error)
    if (!code) throw error
    return reply.redirect(`/console?refused=${code}`, 302)
  }
}

function codeOf(error: unknown): string | undefined {
  if (error instanceof Refusal) return error.code
  return error instanceof Problem && error.status < 500 ? error.code : undefined
}

/** Returns an address of the console alone, so that an address from a link leads nowhere else. */
const ownPage = (next = '') => (/^\/console(\/[\w-]+)*$/.test(next) ? next : '/console')
