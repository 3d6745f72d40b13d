import { days } from '#common/words/guide-words'
import { pageLanguage } from '#common/words/locale'
import { nextOf, mineWords as words } from '#common/words/mine-words'
import { withQuery } from '../ui/api.ts'
import type { GuidePage } from '../ui/layout.ts'
import { html, type Markup, type Shown } from '../ui/markup.ts'
import { asOf, offlineNotice, untilOver } from '../ui/offline-page.ts'
import type { PageRequest } from '../ui/request.ts'
import type { Whole } from '../ui/shapes.ts'
import { zoneNote } from '../ui/zone.ts'
import { dayOfPlan, type Shows } from './gig.ts'
import { type Chosen, endOfGig, isOn, planOf } from './plan.ts'
import { mostNamed, namedIn, readHearts, readNamed } from './read.ts'

/** Origin of the choice: an account, this browser, or a shared address. */
type Of = 'account' | 'browser' | 'shared'

/** The maximum number of places of a festival between which the way is known: as many as its page shows. */
const mostPlaces = 100

/** `/guide/:id/mine`: the gigs that a fan has chosen; with `?gigs=` the ones in the address, read-only. */
export async function minePage(request: PageRequest): Promise<GuidePage> {
  const { id, api, now } = request
  const of = ownerOf(request)
  const path = `/festivals/${encodeURIComponent(id)}/summary`
  const [festival, chosen] = await Promise.all([
    api.get<Whole>(withQuery(path, { nested: mostPlaces })),
    readChosen(request, of),
  ])
  const isKept = request.query.keep !== undefined
  const shows = { of, chosen, now, isKept }
  const choice = chosen.length === 0 ? none(festival, of) : shown(festival, shows)
  const title = of === 'shared' ? words.shared : words.title
  return {
    title: `${title}: ${festival.name}`,
    description: `${title}: ${festival.name}`,
    path: `/guide/${festival.id}/mine`,
    main: html`<div class="mine" data-mine="${isKept ? 'shared' : of}" data-festival-id="${festival.id}" data-zone="${festival.time_zone}">
      <h1 tabindex="-1">${title}</h1>
      <p class="lead"><a href="/guide/${festival.id}">${festival.name}</a>, ${days(festival)}</p>
      ${of === 'shared' && html`<p class="quiet">${words.sharedLead}</p>`}
      ${festival.cancelled_at && html`<p class="notice bad"><strong>${words.cancelled}.</strong> ${words.festivalCancelled}</p>`}
      ${isKept ? untilOver(festival, html`${asOf(now, festival.time_zone)}${choice}`) : choice}
      ${of !== 'shared' && html`<noscript><p class="notice">${words.needsScript}</p></noscript>`}
      <p id="said" class="said" role="status"></p>
      ${!isKept && below(festival.id, of)}
    </div>`,
  }
}

function ownerOf({ query, fan }: PageRequest): Of {
  if (query.gigs !== undefined) return query.own === undefined ? 'shared' : 'browser'
  return fan && !fan.isGuest ? 'account' : 'browser'
}

function readChosen({ id, query, api, mine }: PageRequest, of: Of): Promise<Chosen[]> {
  if (of === 'account' && mine) return readHearts(mine, id)
  return readNamed(api, id, namedIn(query.gigs ?? ''))
}

type Choice = { of: Of; chosen: Chosen[]; now: Date; isKept: boolean }

function shown(festival: Whole, { of, chosen, now, isKept }: Choice): Markup {
  const { id, places, time_zone: zone, cancelled_at } = festival
  const located = places.flatMap((place) =>
    place.coordinates ? [[place.id, place.coordinates] as const] : [],
  )
  const plan = planOf(chosen, { zone, places: new Map(located) })
  const ids = chosen.filter(({ isGone }) => !isGone).map((gig) => gig.id)
  const shows: Shows = { zone, canChange: of !== 'shared' && !isKept, isOff: cancelled_at !== null }
  return html`${zoneNote(zone)}
    ${!cancelled_at && next(chosen, now, zone)}
    ${ids.length > 0 && !isKept && actions(id, { ids, of })}
    ${plan.map((day) => dayOfPlan(day, shows))}`
}

/** Shows the current and the next gig. The script keeps it up to date. */
function next(chosen: Chosen[], now: Date, zone: string): Shown {
  const told = chosen.filter(isOn).map((gig) => ({
    name: gig.name ?? words.tba,
    stage: gig.place?.name ?? '',
    start: Date.parse(gig.start),
    end: endOfGig(gig),
  }))
  const text = nextOf(told, now, zone)
  return html`<p id="next" class="notice live"${text === null && html` hidden`}><strong>${words.nextTitle}:</strong> <span>${text}</span></p>`
}

function actions(id: string, { ids, of }: { ids: string[]; of: Of }): Markup {
  const gigs = ids.slice(0, mostNamed).join(',')
  return html`<p class="actions">
    ${of !== 'shared' && html`<a class="button" href="/guide/${id}#timetable">${words.more}</a>`}
    <a class="button" href="/festivals/${id}/calendar.ics?gigs=${gigs}&amp;language=${pageLanguage()}" download>${words.calendar}</a>
    ${of !== 'shared' && html`<a class="button" id="share" href="/guide/${id}/mine?gigs=${gigs}" aria-describedby="share-hint">${words.share}</a>`}
  </p>
  ${of !== 'shared' && html`<p class="quiet" id="share-hint">${words.shareHint}</p>`}
  ${of === 'account' && html`<p class="quiet"><a href="/me#calendar">${words.subscribe}</a> ${words.subscribeHint}</p>`}`
}

function none({ id }: Whole, of: Of): Markup {
  if (of === 'shared') return html`<p class="empty">${words.emptyShared}</p>`
  return html`<div class="empty"><p><strong>${words.empty}</strong></p><p>${words.emptyHow}</p>
    <p class="actions"><a class="button" href="/guide/${id}#timetable">${words.toTimetable}</a></p></div>`
}

function below(id: string, of: Of): Shown {
  if (of === 'shared') return toOwn(id)
  return [of === 'browser' && inBrowser(id), offlineNotice()]
}

const toOwn = (id: string) =>
  html`<p class="actions"><a class="button" href="/guide/${id}/mine">${words.own}</a></p>`

function inBrowser(id: string): Markup {
  return html`<p class="quiet">${words.inBrowser} <a href="/sign-in?next=/guide/${id}/mine">${words.signIn}</a> ${words.toKeep}</p>`
}
