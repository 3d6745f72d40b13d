import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { settingsWords as words } from '#common/words/account-words'
import { switchOffMail, type Topic, topicOfAddress } from '#messaging/notifications'
import { originOf } from '#platform/http/answers/origin'
import { readPage, sendPage } from '../server/page.ts'
import { inShell } from '../ui/layout.ts'
import { html, type Markup, type Shown } from '../ui/markup.ts'

type UnsubscribeRequest = FastifyRequest<{ Params: { secret: string } }>

/**
 * The address in a mail that switches such mails off (docs/contract, section 6.7). Mail programs send a POST,
 * without a cookie (RFC 8058); a person opening it is asked first, since programs open addresses too.
 */
export function serveUnsubscribe(app: FastifyInstance): void {
  const url = '/unsubscribe/:secret'
  const schema = { hide: true, params: Type.Object({ secret: Type.String() }) }

  app.route<{ Params: { secret: string } }>({
    method: 'GET',
    url,
    config: { access: 'public' },
    schema,
    handler: async (request, reply) => {
      const found = await topicOfAddress({ db: app.db, vault: app.vault }, request.params.secret)
      return found
        ? send(app, { request, reply }, asking(found.topic))
        : sendOver(app, { request, reply })
    },
  })

  app.route<{ Params: { secret: string } }>({
    method: 'POST',
    url,
    config: { access: 'public', audit: false, raw: true },
    // Mail programs send a form, of either kind. Its content is not needed, since the address has everything.
    onRequest: async ({ headers }) => {
      delete headers['content-type']
    },
    schema,
    handler: async (request, reply) => {
      const at = { db: app.db, vault: app.vault, now: app.now() }
      const topic = await switchOffMail(at, request.params.secret)
      return topic ? send(app, { request, reply }, done(topic)) : sendOver(app, { request, reply })
    },
  })
}

type Visit = { request: UnsubscribeRequest; reply: FastifyReply }
type UnsubscribePage = { title: string; main: Shown }

const sendOver = (app: FastifyInstance, visit: Visit) => {
  visit.reply.code(404)
  return send(app, visit, { title: words.over, main: html`<p>${words.overText}</p>${toAccount()}` })
}

async function send(
  app: FastifyInstance,
  { request, reply }: Visit,
  { title, main }: UnsubscribePage,
) {
  const page = {
    title,
    description: title,
    path: '/me',
    isHidden: true,
    main: html`<div class="account"><h1>${title}</h1>${main}</div>`,
  }
  const { config: operator, now } = app
  const around = { origin: originOf(request), session: null, now: now(), operator, calls: [] }
  const text = inShell(await readPage(app, 'guide'), page, around)
  return sendPage(request, reply, { page: 'guide', html: text, isPersonal: true })
}

const asking = (topic: Topic): UnsubscribePage => ({
  title: words.off,
  main: html`<p>${words.ask(words.topics[topic])}</p><p class="quiet">${words.askText}</p>
    <form method="post"><p class="actions"><button class="accent" type="submit">${words.offButton}</button></p></form>`,
})

const done = (topic: Topic): UnsubscribePage => ({
  title: words.done,
  main: html`<p role="status">${words.doneText(words.topics[topic])}</p>${toAccount()}`,
})

const toAccount = (): Markup =>
  html`<p class="actions"><a class="button" href="/me#settings">${words.account}</a></p>`
