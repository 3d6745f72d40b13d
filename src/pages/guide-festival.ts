import type { Api } from './guide-api.ts'
import { cover } from './guide-cover.ts'
import { festivalData } from './guide-data.ts'
import { html, type Markup, type Shown } from './guide-html.ts'
import { type GuidePage, section } from './guide-layout.ts'
import { placesMap } from './guide-places.ts'
import type { Availability, Times, Whole } from './guide-shapes.ts'
import { tiers } from './guide-tiers.ts'
import { timetable } from './guide-timetable.ts'
import { countdown, days, longDay, moment } from './guide-words.ts'

/** `/guide/:id`: a festival, readable without script. */
export async function festivalPage(
  api: Api,
  { id, origin, now }: { id: string; origin: string; now: Date },
): Promise<GuidePage> {
  const path = `/festivals/${encodeURIComponent(id)}`
  const [festival, times, left] = await Promise.all([
    api.get<Whole>(path),
    api.get<Times>(`${path}/timetable`),
    api.get<Availability[]>(`${path}/availability`),
  ])
  const { name, photo, description } = festival
  return {
    title: name,
    description: description ?? `${name}: ${days(festival)}, ${whereOf(festival)}`,
    path: `/guide/${festival.id}`,
    image: photo,
    data: festivalData(festival, { left, origin }),
    main: html`<article class="festival" data-festival="${festival.id}">
      ${head(festival, now)}
      ${description && html`<p class="about">${description}</p>`}
      ${tiers(festival, { left, now })}
      ${lineUp(festival)}
      ${timetable(times, now)}
      ${placesMap(festival.places)}
    </article>`,
  }
}

function head(festival: Whole, now: Date): Markup {
  const { id, name, start_time, end_time, address, area, organizer } = festival
  return html`<header class="title">
    <div class="picture">${cover(festival, 'eager')}</div>
    <div class="words">
      ${standing(festival, now)}
      <h1>${name}</h1>
      <p class="when"><time datetime="${start_time}">${days(festival)}</time></p>
      <p class="where">${whereOf(festival)}</p>
      <dl class="facts">
        ${fact('Begins', `${longDay(start_time)}, ${moment(start_time).slice(-5)}`)}
        ${fact('Ends', `${longDay(end_time)}, ${moment(end_time).slice(-5)}`)}
        ${fact('Address', [address, area].filter(Boolean).join(', '))}
        ${fact('By', organizer.name)}
      </dl>
      <p class="actions"><a class="button" href="/festivals/${id}/calendar.ics" download>Add to your calendar</a></p>
    </div>
  </header>`
}

function fact(name: string, value: string): Shown {
  return value !== '' && html`<div><dt>${name}</dt><dd>${value}</dd></div>`
}

function whereOf({ venue, country }: Pick<Whole, 'venue' | 'country'>): string {
  return [venue, country].filter(Boolean).join(', ') || 'Place to be announced'
}

/** What there is to know before all else. */
function standing({ cancelled_at, start_time, end_time }: Whole, now: Date): Shown {
  if (cancelled_at) {
    return html`<p class="notice bad"><strong>Cancelled.</strong> This festival does not take place. Whoever has paid for a ticket gets the money back.</p>`
  }
  if (new Date(end_time) < now) {
    return html`<p class="notice"><strong>Over.</strong> This festival has taken place.</p>`
  }
  if (new Date(start_time) <= now) return html`<p class="badge live">On now</p>`
  const until = countdown(start_time, now)
  return until && html`<p class="badge">${until}</p>`
}

/** Everyone who plays, once, by name. */
function lineUp({ gigs }: Whole): Shown {
  const artists = new Map(gigs.flatMap(({ artist }) => (artist ? [[artist.id, artist.name]] : [])))
  if (artists.size === 0) {
    return section(
      { id: 'line-up', title: 'Line-up' },
      html`<p class="empty">Who plays is still to be announced.</p>`,
    )
  }
  const sorted = [...artists].toSorted(([, a], [, b]) => a.localeCompare(b, 'en'))
  const aside = html`<p class="quiet">${artists.size === 1 ? 'One artist' : `${artists.size} artists`}</p>`
  return section(
    { id: 'line-up', title: 'Line-up', aside },
    html`<ul class="artists">${sorted.map(
      ([id, name]) => html`<li><a href="/guide/artists/${id}">${name}</a></li>`,
    )}</ul>`,
  )
}
