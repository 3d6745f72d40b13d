import { sql } from 'kysely'
import { Type } from 'typebox'
import { type DomainEvent, type EventKind, publishing, rowsOfEvents } from '#core/domain-events'
import { iso, rowsOf } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { newId } from '#platform/values/ids'
import { Name, Nullable, Uuid } from '#platform/values/shapes'
import { NullableTimestamp, Timestamp } from '#platform/values/time'
import { lineUpOf, type Playing, type Snapshot } from '../model/snapshot.ts'

const OrganizerId = Nullable(Type.String({ examples: ['harbour-nights'] }))

const data = Type.Object(
  {
    festival: Type.Object(
      {
        id: Uuid,
        name: Name('Harbour Nights 2027'),
        organizer_id: OrganizerId,
        start_time: Timestamp,
        end_time: Timestamp,
        venue: Nullable(Type.String({ examples: ['Harbour Park'] })),
        country: Nullable(Type.String({ examples: ['Denmark'] })),
        cancelled_at: NullableTimestamp,
      },
      { title: 'EventFestival' },
    ),
  },
  { title: 'FestivalEventData' },
)

const LineUp = Type.Object(
  {
    festival_id: Uuid,
    organizer_id: OrganizerId,
    artists: Type.Array(
      Type.Object({ id: Uuid, start_times: Type.Array(Timestamp) }, { title: 'EventArtist' }),
      {
        description: 'All who play now, and when; without a time it is still to be announced',
      },
    ),
    added: Type.Array(Uuid, { description: 'Artists who did not play before' }),
    moved: Type.Array(Uuid, { description: 'Artists who play at other times than before' }),
    removed: Type.Array(Uuid, { description: 'Artists who play no more' }),
  },
  { title: 'LineUpEventData' },
)

/** The published events of festivals. */
export const festivalEvents = {
  'festival.published': { summary: 'There is a new festival, also by an import', data },
  'festival.updated': {
    summary: 'A festival, its places, its line-up or its tickets have changed',
    data,
  },
  'festival.cancelled': { summary: 'A festival is cancelled; its payments are refunded', data },
  'festival.deleted': {
    summary: 'A festival is gone from all reads; one that had not begun is cancelled',
    data,
  },
  'lineup.changed': { summary: 'Who plays at a festival, or when, has changed', data: LineUp },
} satisfies Record<string, EventKind>

type FestivalEvent = Extract<keyof typeof festivalEvents, `festival.${string}`>
type Context = { db: Database; now: Date }

type PublishedEvent = { type: FestivalEvent; festival_id: string }

/** Publishes festival events, with the festivals in their current state, and the events `more` beside them. */
export async function publishFestivals(
  { db, now }: Context,
  events: PublishedEvent[],
  more: DomainEvent[] = [],
): Promise<void> {
  if (events.length === 0) return
  const rows = events.map((event) => ({ ...event, id: newId() }))
  await publishing(sql`
    select h.id, h.type, f.organizer_id,
           jsonb_build_object('festival', jsonb_build_object(
             'id', f.id, 'name', f.name, 'organizer_id', f.organizer_id,
             'start_time', ${iso('f.start_time')}, 'end_time', ${iso('f.end_time')}, 'venue', f.venue,
             'country', f.country, 'cancelled_at', ${iso('f.cancelled_at')})) as data,
           cast(${now} as timestamptz) as at
    from ${rowsOf('h', rows, { id: 'uuid', type: 'text', festival_id: 'uuid' })}
    join festivals f on f.id = h.festival_id
    union all ${rowsOfEvents(more, now)}`).execute(db)
}

/** Returns the difference between two line-ups as an event; none if they are the same. */
export function lineUpChange(after: Snapshot, before?: Snapshot): DomainEvent[] {
  const lineUp = lineUpOf(after)
  const difference = differenceOf(before ? lineUpOf(before) : [], lineUp)
  if (!difference) return []
  const { id: festival_id, organizer } = after
  const organizer_id = organizer?.id ?? null
  const artists = lineUp.map(({ id, times }) => ({
    id,
    start_times: times.map((time) => new Date(time)),
  }))
  const data = { festival_id, organizer_id, artists, ...difference }
  return [{ type: 'lineup.changed', organizer_id, data }]
}

type Difference = { added: string[]; moved: string[]; removed: string[] }

/** Returns the artists that were added, moved to other times, or removed; undefined if the line-up is the same. */
export function differenceOf(before: Playing[], after: Playing[]): Difference | undefined {
  const [was, is] = [timesOf(before), timesOf(after)]
  const added = [...is.keys()].filter((id) => !was.has(id))
  const removed = [...was.keys()].filter((id) => !is.has(id))
  const moved = [...is.keys()].filter((id) => was.has(id) && was.get(id) !== is.get(id))
  return added.length + moved.length + removed.length > 0 ? { added, moved, removed } : undefined
}

const timesOf = (lineUp: Playing[]) => new Map(lineUp.map(({ id, times }) => [id, times.join()]))
