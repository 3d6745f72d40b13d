import { type Static, Type } from 'typebox'
import { CursorAnswer, CursorQuery } from '#platform/http/cursors'
import { Name, Nullable, OneOf, Uuid } from '#platform/values/shapes'
import { NullableTimestamp, Timestamp } from '#platform/values/time'

const entity_id = Type.String({ ...Uuid, description: 'The id of the tier' })
const Quantity = Type.Integer({
  minimum: 1,
  maximum: 20,
  description: 'How many: all of them are offered at once',
  examples: [2],
})

export const NewWaitingEntry = Type.Object({ entity_id, quantity: Quantity })
export type NewWaitingEntry = Static<typeof NewWaitingEntry>

/** A place on the waiting list of a tier (docs/contract, section 7.16). */
export const WaitingEntry = Type.Object(
  {
    id: Uuid,
    festival_id: Uuid,
    entity_id,
    quantity: Quantity,
    status: OneOf('WaitingStatus', {
      waiting: 'It waits for its quantity to be free',
      offered: 'Its quantity is held for it until `expires_at`',
      taken: 'It was bought',
      lapsed: 'It was not bought in time',
      left: 'The user has left the list, or given up the offer',
      ended: 'The tier is not sold any more',
    }),
    position: Nullable(
      Type.Integer({
        minimum: 1,
        description: 'In line, from 1; null once it does not wait any more',
        examples: [3],
      }),
    ),
    expires_at: Type.Unsafe<Date | null>({
      ...NullableTimestamp,
      description: 'When the offer ends; null: there was none',
    }),
    created_at: Timestamp,
  },
  { title: 'WaitingEntry' },
)
export type WaitingEntry = Static<typeof WaitingEntry>

export const WaitingQuery = CursorQuery(20, 100)
export const WaitingEntries = CursorAnswer({ entries: Type.Array(WaitingEntry) })

const Count = (description: string) => Type.Integer({ minimum: 0, description, examples: [12] })

const TierWaiting = Type.Object(
  {
    entity_id,
    name: Name('Weekend'),
    people: Count('How many people wait'),
    units: Count('How many tickets they wait for'),
    offers_open: Count('Offers that hold tickets now'),
    offers_taken: Count('Offers that were bought'),
    offers_lapsed: Count('Offers that were not bought in time'),
  },
  { title: 'TierWaiting' },
)
export type TierWaiting = Static<typeof TierWaiting>

/** The waiting list of a festival, for its managers. */
export const WaitingList = Type.Object(
  {
    festival_id: Uuid,
    tiers: Type.Array(TierWaiting, { description: 'Those that people wait or waited for' }),
  },
  { title: 'WaitingList' },
)
export type WaitingList = Static<typeof WaitingList>
