import { clock, longDay, moment } from '#common/words/guide-words'
import { mineWords as words } from '#common/words/mine-words'
import { dayOf } from '#platform/zones/days'
import { utc } from '#platform/zones/local-time'
import { html, type Markup, type Shown } from '../ui/markup.ts'
import { type Chosen, type Day, type Entry, endOfGig, isMoved, isOn, type Timed } from './plan.ts'

export type Shows = {
  zone: string
  /** true for the fan's own plan */
  canChange: boolean
  /** true if the festival does not take place */
  isOff: boolean
}

/** Shows one day of a plan. Gigs without a day are to be announced, or gone. */
export function dayOfPlan({ date, entries }: Day, shows: Shows): Markup {
  const isGone = entries.every(({ gig }) => gig.isGone)
  const name = date === null ? (isGone ? words.gone : words.open_time) : longDay(date, utc)
  const id = `day-${date ?? 'open'}`
  return html`<section class="part" aria-labelledby="${id}">
    <div class="part-head"><h2 id="${id}">${name}</h2></div>
    <ol class="plan">${entries.map((entry) => entryOf(entry, shows))}</ol>
  </section>`
}

const nameOf = ({ name, isGone }: Chosen) => name ?? (isGone ? words.someGig : words.tba)

function entryOf({ gig, clashes, walk }: Entry, shows: Shows): Markup {
  const name = nameOf(gig)
  const isOff = gig.isGone || shows.isOff
  return html`${walk && wayOf(walk)}
    <li class="chosen"${dataOf(gig)}${isOff && html` data-off=""`}>
      ${timesOf(gig, shows)}
      <p class="who">${gig.artist ? html`<a href="/guide/artists/${gig.artist}">${name}</a>` : html`<span class="name">${name}</span>`}</p>
      ${gig.place && html`<p class="stage">${gig.place.name}</p>`}
      ${isOff && html`<p><strong class="badge bad">${words.cancelled}</strong></p>`}
      ${isMoved(gig) && moved(gig, shows)}
      ${shows.canChange && html`<button type="button" class="heart" data-do="take" data-gig="${gig.id}" aria-label="${words.take(name)}" title="${words.takeShort}" aria-pressed="true"></button>`}
      ${!shows.isOff && clashes.map((other) => clash(other, gig, shows))}
    </li>`
}

function dataOf(gig: Chosen): Markup {
  const times = isOn(gig) && html` data-start="${gig.start}" data-end="${endOfGig(gig)}"`
  return html` data-chosen="${gig.id}"${times}`
}

function timesOf(gig: Chosen, { zone }: Shows): Shown {
  if (gig.isGone) return gig.seen && html`<p class="times"><s>${clock(gig.seen, zone)}</s></p>`
  if (gig.start === null) return null
  const end =
    gig.end &&
    html`<span class="dash">–</span><time datetime="${gig.end}">${clock(gig.end, zone)}</time>`
  return html`<p class="times"><time datetime="${gig.start}">${clock(gig.start, zone)}</time>${end}</p>`
}

function moved(gig: Chosen, { zone, canChange }: Shows): Markup {
  const [before, now] = [gig.seen ?? null, gig.start]
  const isSameDay = before && now && dayOf(new Date(before), zone) === dayOf(new Date(now), zone)
  const told = (time: string | null) => time && (isSameDay ? clock(time, zone) : moment(time, zone))
  const text = words.movedFrom(told(before), told(now))
  const label = words.seenOf(nameOf(gig))
  return html`<p class="moved">${text}${canChange && html` <button type="button" data-do="seen" data-gig="${gig.id}" data-now="${gig.start ?? ''}" aria-label="${label}">${words.seen}</button>`}</p>`
}

function wayOf({ minutes, between, stage }: NonNullable<Entry['walk']>): Markup {
  const isTight = between < minutes
  return html`<li class="way"${isTight && html` data-tight=""`}>${words.walk(minutes, stage)}${isTight && html`; <strong>${words.tight(between)}</strong>`}</li>`
}

/** Shows a clash of two gigs: the fan can choose one of them, or both. */
function clash(first: Timed, second: Chosen, { zone, canChange }: Shows): Shown {
  if (!isOn(second)) return null
  const until = new Date(Math.min(endOfGig(first), endOfGig(second)))
  const [one, other] = [nameOf(first), nameOf(second)] as const
  const text = words.clash([one, other], clock(second.start, zone), clock(until, zone))
  const choices = [
    button({ act: 'take', gigs: second.id, text: words.keepOne(one) }),
    button({ act: 'take', gigs: first.id, text: words.keepOne(other) }),
    button({ act: 'keep', gigs: `${first.id} ${second.id}`, text: words.both }),
  ]
  return html`<div class="clash" role="group" aria-label="${text}">
    <p>${text}</p>${canChange && html`<p class="actions">${choices}</p>`}
  </div>`
}

type Choice = { act: 'take' | 'keep'; gigs: string; text: string }

function button({ act, gigs, text }: Choice): Markup {
  return html`<button type="button" data-do="${act}" data-gig="${gigs}">${text}</button>`
}
