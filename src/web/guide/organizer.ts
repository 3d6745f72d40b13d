import { words } from '#common/words/me-words'
import { notFound } from '#platform/values/errors'
import { type Api, withQuery } from '../ui/api.ts'
import { card } from '../ui/card.ts'
import { portrait } from '../ui/cover.ts'
import { followAndShare } from '../ui/follow-button.ts'
import { type GuidePage, pageIn, pager, section } from '../ui/layout.ts'
import { html, type Markup, type Shown } from '../ui/markup.ts'
import type { FestivalPage, OrganizerRead } from '../ui/shapes.ts'

/** The number of festivals on a page, of each list: full rows of one, two and three cards. */
const limit = 12
/** The maximum number of gigs and tiers of each festival that a card reads. */
const nested = 20

type Visit = { id: string; origin: string; now: Date; query: { page?: string } }

/** `/organizers/:id`: the organizer, with its upcoming and past festivals. */
export async function organizerPage(
  api: Api,
  { id, origin, now, query }: Visit,
): Promise<GuidePage> {
  const page = pageIn(query.page)
  const organizer = await api.get<OrganizerRead>(`/organizers/${encodeURIComponent(id)}`)
  const list = (time: 'upcoming' | 'past', at: number) =>
    api.get<FestivalPage>(
      withQuery('/festivals', { organizer: organizer.id, time, page: at, limit, nested }),
    )
  const [ahead, past] = await Promise.all([list('upcoming', 1), list('past', page)])
  if (page > Math.max(1, past.pagination.totalPages)) throw notFound('Page')
  const { name, description, photo } = organizer
  const path = `/organizers/${organizer.id}`
  return {
    title: name,
    description: description ?? words.festivalsOf(name),
    path: page > 1 ? `${path}?page=${page}` : path,
    image: photo,
    data: {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name,
      url: `${origin}${path}`,
      ...(description && { description }),
    },
    main: html`<article class="artist">
      <header class="title">
        ${portrait(organizer, 160)}
        <div class="words">
          <h1>${name}</h1>
          ${sellerOf(organizer)}
          <p class="actions">${followAndShare({ type: 'organizer', id: organizer.id, name }, path)}</p>
        </div>
      </header>
      ${description && html`<p class="about">${description}</p>`}
      ${section({ id: 'upcoming', title: words.upcoming }, cards(ahead, now) ?? html`<p class="empty">${words.nothingAhead}</p>`)}
      ${restOf(ahead)}
      ${past.pagination.total > 0 && section({ id: 'past', title: words.past }, html`${cards(past, now)}${pager(past.pagination, { label: words.past, to: (at) => `${at > 1 ? `${path}?page=${at}` : path}#past` })}`)}
    </article>`,
  }
}

function sellerOf({ legal_name, legal_address }: OrganizerRead): Shown {
  const text = [legal_name, legal_address].filter(Boolean).join(', ')
  return text !== '' && html`<p class="quiet">${text}</p>`
}

function cards({ festivals }: FestivalPage, now: Date): Markup | null {
  if (festivals.length === 0) return null
  return html`<ul class="cards">${festivals.map((festival) => card(festival, now))}</ul>`
}

function restOf({ festivals, pagination: { total } }: FestivalPage): Shown {
  return (
    total > festivals.length &&
    html`<p class="quiet">${words.moreLater(total - festivals.length)}</p>`
  )
}
