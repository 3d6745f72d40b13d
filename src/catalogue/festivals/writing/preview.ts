/** The changes that a new line-up would make, without writing them. */
import type { Database } from '#platform/database/tables'
import type { FestivalDraft } from '../model/draft.ts'
import type { Locked } from '../model/lock.ts'
import { type Gig, readSnapshots, type Snapshot } from '../model/snapshot.ts'
import { applyDraft, blank } from './sync.ts'

/** A gig with the name of its place. */
export type PreviewedGig = Pick<
  Gig,
  'artist' | 'start_time' | 'end_time' | 'headliner' | 'billing' | 'billing_text'
> & {
  place: string | null
}

/** A gig before and after a change; `before` is undefined for a new one, `after` for one that is removed. */
export type GigChange = {
  outcome: 'added' | 'moved' | 'changed' | 'unchanged' | 'removed'
  before: PreviewedGig | undefined
  after: PreviewedGig | undefined
}

type LineUpDraft = Pick<FestivalDraft, 'places' | 'gigs'>

/**
 * Returns the changes of the gigs of a draft, in its order, followed by the ones that it removes. Gigs are recognized as
 * they are when the draft is written. `id` is undefined for a new festival.
 */
export async function compareGigs(
  db: Database,
  id: string | undefined,
  {
    draft,
    artists,
    time_zone,
  }: { draft: LineUpDraft; artists: Locked['artists']; time_zone?: string | undefined },
): Promise<GigChange[]> {
  const stored = id === undefined ? undefined : (await readSnapshots(db, [id])).get(id)
  const before = stored ?? { ...blank(''), ...(time_zone !== undefined && { time_zone }) }
  const { after } = applyDraft(before, draft, { artists, organizers: new Map() })
  const shown = { before: shownOf(before), after: shownOf(after) }
  const given = [...shown.after].map(([gig, now]): GigChange => {
    const was = shown.before.get(gig)
    return { outcome: outcomeOf(was, now), before: was, after: now }
  })
  const removed = [...shown.before].flatMap(([gig, was]): GigChange[] =>
    shown.after.has(gig) ? [] : [{ outcome: 'removed', before: was, after: undefined }],
  )
  return [...given, ...removed]
}

/** The gigs of a festival by their ids. */
function shownOf({ gigs, places }: Snapshot): Map<string, PreviewedGig> {
  const names = new Map(places.map(({ id, name }) => [id, name]))
  return new Map(
    gigs.map(({ id, place_id, artist_id: _, ...gig }) => [
      id,
      { ...gig, place: names.get(place_id ?? '') ?? null },
    ]),
  )
}

function outcomeOf(before: PreviewedGig | undefined, after: PreviewedGig): GigChange['outcome'] {
  if (!before) return 'added'
  const slot = ({ place, start_time, end_time }: PreviewedGig) =>
    JSON.stringify([place, start_time, end_time])
  if (slot(before) !== slot(after)) return 'moved'
  const bill = ({ artist, headliner, billing, billing_text }: PreviewedGig) =>
    JSON.stringify([artist, headliner, billing, billing_text])
  return bill(before) === bill(after) ? 'unchanged' : 'changed'
}
