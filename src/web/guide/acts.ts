/** Acts of several artists: each has a gig of its own, and all are shown once, with the text of their billing. */
import { actKey } from '#catalogue/gigs'
import { html, type Markup } from '../ui/markup.ts'
import type { Slot } from '../ui/shapes.ts'

type Artist = { id: string; name: string }

/** A gig of the timetable, or all gigs of an act, with the id of the first. */
export type Act = Slot & { artists: Artist[] }

/** Returns the acts of gigs: those of one stage with the same start and the same text are one. */
export function actsOf(gigs: Slot[]): Act[] {
  const acts = Map.groupBy(gigs, (gig) => actKey({ ...gig, place_id: gig.place?.id ?? null }))
  return [...acts.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, artists: [first, ...others].flatMap(({ artist }) => artist ?? []) }] : [],
  )
}

/** Returns the text of an act with a link at the name of each artist, or around all of it where it names none. */
export function linkedText(text: string, artists: Artist[]): Markup {
  const [first] = artists
  if (!first) return html`${text}`
  if (first.name === text) return link(first, text)
  const byLength = artists.toSorted((one, other) => other.name.length - one.name.length)
  const names = byLength.map(({ name }) => RegExp.escape(name)).join('|')
  const parts = text.split(new RegExp(`(?<![\\p{L}\\p{N}])(${names})(?![\\p{L}\\p{N}])`, 'iu'))
  if (parts.length === 1) return link(first, text)
  return html`${parts.map((part, index) => {
    const artist = byLength.find(({ name }) => name.toLowerCase() === part.toLowerCase())
    return index % 2 === 1 && artist ? link(artist, part) : part
  })}`
}

const link = ({ id }: Artist, text: string) => html`<a href="/guide/artists/${id}">${text}</a>`
