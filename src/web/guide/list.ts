import { countryName } from '#common/words/countries'
import { guideWords as words } from '#common/words/guide-words'
import { pageLocale } from '#common/words/locale'
import { notFound } from '#platform/values/errors'
import { type Api, withQuery } from '../ui/api.ts'
import { card } from '../ui/card.ts'
import { type GuidePage, pageIn, pager, searchForm, section } from '../ui/layout.ts'
import { html, type Markup } from '../ui/markup.ts'
import type { FestivalMap, FestivalPage, Light, Whole } from '../ui/shapes.ts'

/** The query of the list. Any other parameter counts as missing. */
export type ListQuery = { time: 'upcoming' | 'past'; country?: string; page: number }

/** The number of festivals on a page: full rows of one, two and three cards. */
const limit = 12
/** The maximum number of gigs and tiers of each festival that a card reads. */
const nested = 20
const day = 86_400_000
/** The API lists festivals that are upcoming or over. Festivals that are on are found among the recent ones. */
const recent = { days: 14, limit: 40 }
/** The map goes back further, as its answers are small. */
const onMap = 31 * day
const world = { map: true, limit: 200, min_lat: -90, max_lat: 90, min_lng: -180, max_lng: 180 }

/** Reads the query of `/`. */
export function readList(query: Record<string, string | undefined>): ListQuery {
  const { time, country = '', page } = query
  return {
    time: time === 'past' ? 'past' : 'upcoming',
    ...(country.trim() !== '' && { country }),
    page: pageIn(page),
  }
}

/** `/`: festivals on a map and as a list. */
export async function listPage(api: Api, query: ListQuery, now: Date): Promise<GuidePage> {
  const { time, country, page } = query
  const [list, known, on] = await Promise.all([
    api.get<FestivalPage>(withQuery('/festivals', { time, country, page, limit, nested })),
    festivalsOnMap(api, time, now),
    time === 'upcoming' && page === 1 ? festivalsOn(api, country, now) : [],
  ])
  if (page > 1 && list.festivals.length === 0) throw notFound('Page')
  return {
    title: titleOf(query),
    description: words.listAbout,
    path: addressOf(query),
    hasSearch: true,
    main: html`<div class="intro"><section class="hero">
      <h1>${country ? words.festivalsIn(country) : words.where}</h1>
      <p class="lead">${words.lead}</p>
      ${searchForm('', 'large')}
    </section>
    ${known.some((festival) => inCountry(festival, country)) && mapOf(query)}</div>
    ${filters(query, countriesOf(known, country))}
    ${on.length > 0 && section({ id: 'on', title: words.onNow }, html`<ul class="cards">${on.map((festival) => card(festival, now))}</ul>`)}
    ${listed(query, list, now)}`,
  }
}

async function festivalsOnMap(api: Api, time: ListQuery['time'], now: Date): Promise<Light[]> {
  const since = new Date(now.getTime() - onMap).toISOString()
  const span = time === 'past' ? { time } : { start_time: since }
  const { festivals } = await api.get<FestivalMap>(withQuery('/festivals', { ...world, ...span }))
  return festivals.filter(({ end_time }) => time === 'past' || new Date(end_time) >= now)
}

async function festivalsOn(api: Api, country: string | undefined, now: Date): Promise<Whole[]> {
  const start_time = new Date(now.getTime() - recent.days * day).toISOString()
  const query = { page: 1, limit: recent.limit, nested, start_time, country }
  const { festivals } = await api.get<FestivalPage>(withQuery('/festivals', query))
  return festivals.filter(
    ({ start_time: start, end_time: end }) => new Date(start) < now && new Date(end) >= now,
  )
}

function inCountry({ country }: Light, wanted: string | undefined): boolean {
  return wanted === undefined || country?.toLowerCase() === wanted.toLowerCase()
}

function titleOf({ time, country, page }: ListQuery): string {
  const [all, within] =
    time === 'past' ? [words.past, words.pastIn] : [words.festivals, words.festivalsIn]
  const what = country ? within(country) : all
  return page > 1 ? words.pageNumber(what, page) : what
}

/** Returns the address of a list. Defaults are left out. */
function addressOf({ time, country, page }: Partial<ListQuery>): string {
  return withQuery('/', {
    time: time === 'past' ? time : undefined,
    country,
    page: page === 1 ? undefined : page,
  })
}

/**
 * The script draws the map; without a script it is absent. Its frame is there from the start, so that nothing moves.
 */
function mapOf({ time }: ListQuery): Markup {
  return html`<section class="map" aria-label="${words.map}" data-time="${time}">
    <p class="map-note" role="status"></p>
  </section>`
}

/** Returns the countries by their names for the reader, with the chosen one. */
function countriesOf(festivals: Light[], chosen: string | undefined): string[] {
  const names = festivals.flatMap(({ country }) => country ?? [])
  const byKey = new Map(
    [...names, ...(chosen ? [chosen] : [])].map((name) => [name.toLowerCase(), name]),
  )
  return [...byKey.values()].toSorted((a, b) =>
    countryName(a).localeCompare(countryName(b), pageLocale()),
  )
}

function filters({ time, country }: ListQuery, countries: string[]): Markup {
  const tab = (name: ListQuery['time'], text: string) => {
    const current = name === time && html` aria-current="page"`
    return html`<li><a href="${addressOf({ time: name, ...(country && { country }) })}"${current}>${text}</a></li>`
  }
  const option = (name: string) => {
    const chosen = name.toLowerCase() === country?.toLowerCase() && html` selected`
    return html`<option value="${name}"${chosen}>${countryName(name)}</option>`
  }
  return html`<div class="filters">
    <nav aria-label="${words.time}"><ul class="tabs">${tab('upcoming', words.upcomingTab)}${tab('past', words.pastTab)}</ul></nav>
    <form class="country" action="/" method="get">
      ${time === 'past' && html`<input type="hidden" name="time" value="past">`}
      <label for="country">${words.country}</label>
      <select id="country" name="country"><option value="">${words.allCountries}</option>${countries.map(option)}</select>
      <button type="submit">${words.show}</button>
    </form>
  </div>`
}

function listed(query: ListQuery, { festivals, pagination }: FestivalPage, now: Date): Markup {
  const title = query.time === 'past' ? words.past : words.upcoming
  const { total } = pagination
  const aside = html`<p class="quiet">${words.festivalCount(total)}</p>`
  if (festivals.length === 0) return section({ id: 'list', title }, nothing(query))
  const content = html`<ul class="cards">${festivals.map((festival) => card(festival, now))}</ul>
    ${pager(pagination, { label: words.pages, to: (page) => addressOf({ ...query, page }) })}`
  return section({ id: 'list', title, aside }, content)
}

function nothing({ time, country }: ListQuery): Markup {
  const [all, within] =
    time === 'past' ? [words.nonePast, words.nonePastIn] : [words.noneAhead, words.noneAheadIn]
  return html`<div class="empty"><p>${country ? within(country) : all}</p>
    ${country && html`<p><a href="${addressOf({ time })}">${words.allCountries}</a></p>`}</div>`
}
