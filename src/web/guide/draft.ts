/** `/guide/:id` of a draft. Its managers see it in a browser that is signed in to the console. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { guideWords as words } from '#common/words/guide-words'
import { originOf } from '#platform/http/answers/origin'
import { Problem } from '#platform/values/errors'
import { languageOf } from '#platform/values/translations'
import { readPage, sendPage } from '../server/page.ts'
import { languagesOf } from '../server/request-language.ts'
import { sessionOn } from '../server/sessions.ts'
import { type Api, apiFor, withQuery } from '../ui/api.ts'
import { type GuidePage, inShell } from '../ui/layout.ts'
import { festivalIn, lang, type SpokenFestival } from '../ui/localized.ts'
import { html } from '../ui/markup.ts'
import type { Whole } from '../ui/shapes.ts'
import { head } from './festival.ts'
import { lineUpOf, whoPlays } from './line-up.ts'
import { placesMap } from './places.ts'
import { tiers } from './tiers.ts'

type Visit = { request: FastifyRequest; reply: FastifyReply }

/** Sends a draft to users who may change it; undefined for all others. It is not cached, and nothing of it is sold. */
export async function sendDraft(
  app: FastifyInstance,
  { request, reply }: Visit,
  id: string,
): Promise<FastifyReply | undefined> {
  const session = await sessionOn(app, request, 'console')
  if (!session?.holder.user) return undefined
  const draft = await readDraft(apiFor(app, request, { token: session.token, page: 'console' }), id)
  if (!draft) return undefined
  const now = app.now()
  const page = draftPage(festivalIn(draft, languagesOf(request)), now)
  const around = { origin: originOf(request), session: null, now, operator: app.config, calls: [] }
  const text = inShell(await readPage(app, 'guide'), page, around)
  return sendPage(request, reply, { page: 'guide', html: text, isPersonal: true })
}

async function readDraft(api: Api, id: string): Promise<Whole | undefined> {
  const path = `/festivals/${encodeURIComponent(id)}`
  try {
    const found = await api.get<Whole>(withQuery(path, { hidden: true, expand: 'translations' }))
    return found.published_at === null ? found : undefined
  } catch (error) {
    // The session, or the right to see the draft, may have ended.
    if (error instanceof Problem && error.status < 500) return undefined
    throw error
  }
}

function draftPage(draft: SpokenFestival, now: Date): GuidePage {
  const { id, name, photo, description, time_zone } = draft
  const path = `/guide/${id}`
  return {
    title: name,
    description: description ?? name,
    path,
    image: photo,
    isHidden: true,
    main: html`<article class="festival" data-zone="${time_zone}">
      <p class="notice" id="draft"><strong>${words.draft}</strong> ${words.draftText} <a href="/console/festivals/${id}">${words.toConsole}</a></p>
      ${head(draft, now)}
      ${description && html`<p class="about"${lang(languageOf(draft, 'description'))}>${description}</p>`}
      ${tiers(draft, { left: [], now, isSold: false })}
      ${whoPlays(lineUpOf(draft), { address: () => path })}
      ${placesMap(draft)}
    </article>`,
  }
}
