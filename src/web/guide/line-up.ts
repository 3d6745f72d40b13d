/** The artists who play at a festival, laid out as on its poster. */

import { guideWords as words } from '#common/words/guide-words'
import { searchName } from '#platform/values/names'
import { pager, section } from '../ui/layout.ts'
import { html, type Markup, type Shown } from '../ui/markup.ts'
import type { LineUpRead, Whole } from '../ui/shapes.ts'
import { linkedText } from './acts.ts'
import type { View } from './view.ts'

type Billed = LineUpRead['artists'][number]

/** Returns the entries of a list: artists of one act are one. */
const entriesOf = (artists: Billed[]) => [
  ...Map.groupBy(artists, ({ id, billing_text }) => billing_text ?? id).values(),
]

/** The line-up: each artist once, or with their act, headliners large, in the order of the bill. */
export function whoPlays(
  { artists, pagination }: LineUpRead,
  { address }: Pick<View, 'address'>,
): Shown {
  const { total } = pagination
  if (total === 0) {
    return section(
      { id: 'line-up', title: words.lineUp },
      html`<p class="empty">${words.lineUpEmpty}</p>`,
    )
  }
  const aside = html`<p class="quiet">${words.artistCount(total)}</p>`
  const headliners = artists.filter(({ headliner }) => headliner)
  const others = artists.filter(({ headliner }) => !headliner)
  return section(
    { id: 'line-up', title: words.lineUp, aside },
    html`${headliners.length > 0 && html`<ul class="headliners" aria-label="${words.headliners}">${entriesOf(headliners).map(named)}</ul>`}
    ${others.length > 0 && html`<ul class="artists">${entriesOf(others).map(named)}</ul>`}
    ${pager(pagination, {
      label: words.lineUpPages,
      to: (page) => `${address({ artists: page })}#line-up`,
    })}`,
  )
}

function named(artists: Billed[]): Markup {
  const [first] = artists
  return html`<li>${first && linkedText(first.billing_text ?? first.name, artists)}</li>`
}

/** Returns the line-up of a festival with all its gigs, in the form and order of `GET /festivals/:id/artists`. */
export function lineUpOf({ gigs }: Pick<Whole, 'gigs'>): LineUpRead {
  const billed = new Map<string, Billed>()
  for (const { artist, headliner, billing, billing_text } of gigs) {
    if (!artist) continue
    const known = billed.get(artist.id)
    billed.set(artist.id, {
      ...artist,
      headliner: headliner || known?.headliner === true,
      billing: placeOf({ billing }) < placeOf(known) ? billing : (known?.billing ?? null),
      billing_text: !known || known.billing_text === billing_text ? billing_text : null,
    })
  }
  const artists = [...billed.values()].toSorted(
    (one, other) =>
      Number(other.headliner) - Number(one.headliner) ||
      placeOf(one) - placeOf(other) ||
      compare(searchName(one.name), searchName(other.name)) ||
      compare(one.id, other.id),
  )
  const total = artists.length
  const pagination = { page: 1, limit: total, total, totalPages: 1, hasMore: false }
  return { artists, pagination, next_after: null }
}

const compare = (one: string, other: string) => Number(one > other) - Number(one < other)

const placeOf = ({ billing }: Pick<Billed, 'billing'> = { billing: null }) => billing ?? Infinity
