/** The waiting list places of a fan and their offers, on `/tickets`; and joining the list on a festival's page. */

import { checkoutWith } from '#common/pages/account-state'
import { days, namedMoment } from '#common/words/guide-words'
import { words } from '#common/words/me-words'
import type { Names } from '#core/sale-terms'
import { Problem } from '#platform/values/errors'
import { type Api, withQuery } from './api.ts'
import { html, type Markup, type Shown } from './markup.ts'
import type { WaitingRead, Whole } from './shapes.ts'

type Festival = Pick<Whole, 'id' | 'name' | 'start_time' | 'end_time' | 'time_zone' | 'tickets'>
/** A place on a waiting list, with its festival and the name of its tier. */
export type WaitingPlace = { entry: WaitingRead; festival: Festival; name: string }

/** The maximum number of festivals on a page for which names are read. */
const most = 20

/** Returns the fan's places that are waiting or have an offer, offers first. */
export async function readPlaces(mine: Api, api: Api): Promise<WaitingPlace[]> {
  const { entries } = await mine.get<{ entries: WaitingRead[] }>('/waiting-list?limit=100')
  const open = entries.filter(({ status }) => status === 'waiting' || status === 'offered')
  const ids = [...new Set(open.map(({ festival_id }) => festival_id))].slice(0, most)
  const read = await Promise.all(ids.map((id) => readFestival(api, id)))
  const festivals = new Map(read.flatMap((festival) => (festival ? [[festival.id, festival]] : [])))
  const places = open.flatMap((entry) => {
    const festival = festivals.get(entry.festival_id)
    const tier = festival?.tickets.find(({ id }) => id === entry.entity_id)
    return festival && tier ? [{ entry, festival, name: tier.name }] : []
  })
  return places.toSorted((a, b) => Number(isOffered(b)) - Number(isOffered(a)))
}

const isOffered = ({ entry }: WaitingPlace) => entry.status === 'offered'

/** Returns undefined for a festival that was deleted meanwhile: it has no waiting list any more. */
async function readFestival(api: Api, id: string): Promise<Festival | undefined> {
  try {
    return await api.get<Whole>(`/festivals/${id}/summary?nested=100`)
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return undefined
    throw error
  }
}

/** Shows the waiting list places of a fan. */
export function placesOf(places: WaitingPlace[], names: Names): Shown {
  if (places.length === 0) return null
  return html`<section class="part" aria-labelledby="waiting-list">
    <div class="part-head"><h2 id="waiting-list">${words.waiting}</h2></div>
    <ul class="passes">${places.map((place) => placeOf({ ...place, ...names.get(place.entry.entity_id) }))}</ul>
  </section>`
}

function placeOf({ entry, festival, name }: WaitingPlace): Markup {
  const where = html`<p><a href="/guide/${festival.id}">${festival.name}</a>, ${days(festival)}</p>`
  return html`<li class="pass offer" data-entry="${entry.id}">${entry.status === 'offered' ? held({ entry, festival, name }, where) : line({ entry, festival, name }, where)}
    <p class="fault" role="alert"></p>
  </li>`
}

function held({ entry, festival, name }: WaitingPlace, where: Markup): Markup {
  const until = namedMoment(entry.expires_at ?? '', festival.time_zone)
  return html`<h3>${words.held(entry.quantity, name)}</h3>${where}
    <p>${words.heldUntil(until)}</p>
    <p class="actions"><a class="button accent" href="${checkoutWith(entry)}">${words.buyHeld}</a><button type="button" data-do="drop">${words.dropHeld}</button></p>`
}

function line({ entry, name }: WaitingPlace, where: Markup): Markup {
  return html`<h3>${words.inLine(entry.quantity, name)}</h3>${where}
    <p>${entry.position && words.position(entry.position)} ${words.weMail}</p>
    <p class="actions"><button type="button" data-do="leave">${words.leave}</button></p>`
}

/** The button to wait for a sold-out tier. The script turns it into the fan's own place on the waiting list. */
export function waitHere(festivalId: string): Markup {
  const signIn = withQuery('/sign-in', { next: `/guide/${festivalId}` })
  return html`<div class="wait"><a class="button" href="${signIn}">${words.soldOutAccount}</a></div>`
}
