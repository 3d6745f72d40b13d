import { type RawBuilder, sql } from 'kysely'
import { allOf } from '#platform/database/sql'
import { fold } from '#platform/values/text'

/** Conditions on gigs `g` with a start, and on gigs still to be announced. */
type Window = {
  timed: RawBuilder<boolean>
  tba: RawBuilder<boolean>
  /** upcoming gigs: the current time */
  now?: Date
  /** gigs of a month: YYYY-MM */
  month?: string
}

/** Selects gigs. */
export type Selection = {
  window: Window
  artist?: string | undefined
  country?: string | undefined
}

/**
 * Selects gigs that start in the future, or are to be announced at a festival that is not over (docs/contract, 4.6).
 * A gig with both a start and `expected_until` belongs to a draft.
 */
export function upcoming(now: Date) {
  return {
    timed: sql<boolean>`g.start_time > ${now} and g.expected_until is null`,
    tba: sql<boolean>`g.expected_until >= ${now}`,
    now,
  }
}

/**
 * Selects gigs that start inside the month, or are to be announced at a festival that starts inside it
 * (docs/contract, 4.6).
 */
export function inMonth({ from, until }: { from: Date; until: Date }) {
  return {
    timed: sql<boolean>`g.start_time >= ${from} and g.start_time < ${until} and g.expected_until is null`,
    tba: sql<boolean>`g.expected_from >= ${from} and g.expected_from < ${until}`,
    month: from.toISOString().slice(0, 7),
  }
}

const none = sql``

/** Returns `from gigs g …` with the timed part of a selection, and with the part to be announced. */
export function partsOf({ window, artist, country }: Selection) {
  const ofArtist = artist === undefined ? none : sql`and g.artist_id = ${artist}`
  const inCountry = country ? sql`and g.country_key = ${fold(country)}` : none
  return {
    timed: sql`from gigs g where ${window.timed} ${ofArtist} ${inCountry}`,
    tba: sql`from gigs g where g.start_time is null and ${window.tba} ${ofArtist} ${inCountry}`,
  }
}

/** The condition that a gig `g` is in a selection, timed or to be announced. */
export function selected({ window, artist, country }: Partial<Selection>) {
  return allOf([
    window && sql`(${window.timed} or (g.start_time is null and ${window.tba}))`,
    artist === undefined ? undefined : sql`g.artist_id = ${artist}`,
    country ? sql`g.country_key = ${fold(country)}` : undefined,
  ])
}

/** The name under which a change of the selection is announced. */
export function nameOf({ window, artist }: Selection): string {
  if (artist !== undefined) return `gigs:artist:${artist.toLowerCase()}`
  return window.month === undefined ? 'gigs' : `gigs:${window.month}`
}
