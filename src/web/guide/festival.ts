import { type FestivalTexts, festivalTexts } from '#common/festivals/texts'
import { clock, countdown, days, longDay, guideWords as words } from '#common/words/guide-words'
import { pageLanguage } from '#common/words/locale'
import { nextTurn } from '#platform/http/answers/slices'
import type { Infrastructure } from '#platform/http/infrastructure'
import { notFound } from '#platform/values/errors'
import { languageOf } from '#platform/values/translations'
import { type Api, withQuery } from '../ui/api.ts'
import { forSale } from '../ui/buy-form.ts'
import { cover } from '../ui/cover.ts'
import { followAndShare } from '../ui/follow-button.ts'
import { type GuidePage, pageIn } from '../ui/layout.ts'
import { festivalIn, lang, type SpokenFestival } from '../ui/localized.ts'
import { html, type Markup, type Shown } from '../ui/markup.ts'
import type { Availability, LineUpRead, Pagination, Times, Whole } from '../ui/shapes.ts'
import { whereOf } from '../ui/venue-line.ts'
import { zoned } from '../ui/zone.ts'
import { festivalData } from './data.ts'
import { whoPlays } from './line-up.ts'
import { inTurnOf, offersOf, readOffers } from './offers.ts'
import { placesMap } from './places.ts'
import { isSoldHere } from './sellers.ts'
import { tiers } from './tiers.ts'
import { timetable } from './timetable.ts'
import { viewOf } from './view.ts'

/** The maximum number of entries of each list on a page. */
const most = { artists: 300, others: 100 }
const bill = { sort: 'billing', limit: most.artists }

type Query = { day?: string; page?: string; artists?: string }
type Visit = {
  id: string
  origin: string
  now: Date
  query: Query
  app: Infrastructure
  languages: string[]
}

/** `/guide/:id`: a festival with one day of its timetable, readable without a script. */
export async function festivalPage(
  api: Api,
  { id, origin, now, query, app, languages }: Visit,
): Promise<GuidePage> {
  const path = `/festivals/${encodeURIComponent(id)}`
  const [date, page, artists] = [dayIn(query.day), pageIn(query.page), pageIn(query.artists)]
  const [whole, lineUp, times, left] = await Promise.all([
    api.get<Whole>(withQuery(`${path}/summary`, { nested: most.others, expand: 'translations' })),
    api.get<LineUpRead>(withQuery(`${path}/artists`, { ...bill, page: artists })),
    api.get<Times>(withQuery(`${path}/day`, { date, page })),
    api.get<Availability[]>(`${path}/availability`),
  ])
  const festival = festivalIn(whole, languages)
  const isOpen = !festival.cancelled_at && new Date(festival.end_time) >= now
  const offers = isOpen ? await readOffers(app, festival.id) : undefined
  const { processors, config } = app
  const isSold = isOpen && (await isSoldHere({ api, processors, config }, festival.organizer.id))
  const onOffer = [
    tiers(festival, { left, now, isSold, inTurn: inTurnOf(offers) }),
    offers && offersOf(offers, { zone: festival.time_zone, isSold, languages }),
  ]
  await nextTurn()
  refuseBeyond(times, { date, page })
  refuseBeyond(lineUp, { page: artists })
  const { name, photo, description } = festival
  const view = viewOf(times, now, festival.time_zone)
  const shown = view.isUsual && page === 1 ? name : `${name}: ${view.title}`
  return {
    title: page > 1 ? words.pageNumber(shown, page) : shown,
    description: description ?? `${name}: ${days(festival)}, ${placed(festival)}`,
    path: view.address({ page, artists }),
    image: photo,
    data: festivalData(festival, { left, artists: lineUp.artists, origin }),
    shows: [`festival:${festival.id}`],
    main: html`<article class="festival" data-festival="${festival.id}" data-zone="${festival.time_zone}">
      ${head(festival, now)}
      ${description && html`<p class="about"${lang(languageOf(festival, 'description'))}>${description}</p>`}
      ${forSale({ id: festival.id, isSold }, onOffer)}
      ${whoPlays(lineUp, view)}
      ${timetable(times, { view, now, zone: festival.time_zone })}
      ${placesMap(festival)}
    </article>`,
  }
}

/** Returns the day in the address. An invalid day counts as missing. */
function dayIn(text = ''): string {
  return /^(\d{4}-\d{2}-\d{2}|none)$/.test(text) ? text : 'now'
}

/** Refuses a page past the end of a list, and a day without gigs. @throws 404 */
function refuseBeyond(
  { pagination }: { pagination: Pagination },
  { date = 'now', page }: { date?: string; page: number },
): void {
  const { total, totalPages } = pagination
  if (page > Math.max(totalPages, 1) || (total === 0 && date !== 'now')) throw notFound('Page')
}

export function head(festival: SpokenFestival, now: Date): Markup {
  const { id, name, start_time, end_time, time_zone } = festival
  const { organizer, cancelled_at, published_at } = festival
  return html`<header class="title">
    <div class="picture">${cover(festival, 'eager')}</div>
    <div class="words">
      ${standing(festival, now)}
      <h1>${name}</h1>
      <p class="when"><time datetime="${start_time}">${days(festival)}</time></p>
      <p class="where">${placed(festival)}</p>
      <dl class="facts">
        ${fact(words.begins, whenOf(start_time, time_zone))}
        ${fact(words.ends, whenOf(end_time, time_zone))}
        ${textFacts(festival)}
        ${fact(words.by, html`<a href="/organizers/${organizer.id}">${organizer.name}</a>`)}
      </dl>
      ${!cancelled_at && published_at !== null && html`<p class="actions"><a class="button" href="${calendarOf(festival)}" download>${words.calendar}</a>${followAndShare({ type: 'organizer', ...organizer }, `/guide/${id}`)}</p>`}
    </div>
  </header>`
}

/** Returns the address of the calendar, in the language in which the festival is described, else in that of the page. */
function calendarOf({ id, spoken }: SpokenFestival): string {
  return withQuery(`/festivals/${id}/calendar.ics`, {
    language: spoken['description'] ?? pageLanguage(),
  })
}

function whenOf(time: string, zone: string): Markup {
  return zoned(time, zone, `${longDay(time, zone)}, ${clock(time, zone)}`)
}

type Label = NonNullable<FestivalTexts[keyof FestivalTexts]['fact']>

/** Returns the facts that the short texts of a festival state. */
function textFacts(festival: SpokenFestival): Shown[] {
  const texts = Object.entries(festivalTexts) as [keyof FestivalTexts, { fact: Label | null }][]
  const stated = texts.flatMap(([name, { fact: label }]) =>
    label === null ? [] : [{ label, text: festival[name] }],
  )
  const lines = Map.groupBy(stated, ({ label }) => label)
  return [...lines].map(([label, parts]) =>
    fact(words[label], parts.flatMap(({ text }) => text || []).join(', ')),
  )
}

function fact(name: string, value: string | Markup): Shown {
  return value !== '' && html`<div><dt>${name}</dt><dd>${value}</dd></div>`
}

const placed = (festival: Pick<Whole, 'venue' | 'city' | 'country'>) =>
  whereOf(festival) || words.noPlace

/** Shows the status of the festival, the first thing on the page. */
function standing(
  { cancelled_at, cancelled_reason, start_time, end_time, time_zone }: Whole,
  now: Date,
): Shown {
  if (cancelled_at) {
    return html`<div class="notice bad">
      <p><strong>${words.cancelled}.</strong> ${words.cancelledText}</p>
      ${cancelled_reason && html`<p class="reason">${cancelled_reason}</p>`}
    </div>`
  }
  if (new Date(end_time) < now) {
    return html`<p class="notice"><strong>${words.over}</strong> ${words.overText}</p>`
  }
  if (new Date(start_time) <= now) return html`<p class="badge live">${words.onNow}</p>`
  const until = countdown({ start_time, time_zone }, now)
  return until && html`<p class="badge">${until}</p>`
}
