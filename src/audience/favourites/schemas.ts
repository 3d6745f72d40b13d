import { type Static, Type } from 'typebox'
import { billed, GigArtist, GigPlace } from '#catalogue/gigs'
import { Nullable, Uuid } from '#platform/values/shapes'
import { NullableTimeInput, NullableTimestamp, Timestamp } from '#platform/values/time'

/** The most hearts of one user at one festival. */
export const mostFavourites = 300

/** A gig that a user wants to see. */
export const Heart = Type.Object(
  {
    gig_id: Uuid,
    festival_id: Uuid,
    artist_name: Nullable(
      Type.String({
        description: 'Who was to play when the heart was given',
        examples: ['Ebb Trio'],
      }),
    ),
    known_start_at: Type.Unsafe<Date | null>({
      ...NullableTimestamp,
      description: 'The start that the user has seen: if the gig has another one, it was moved',
    }),
    keeps_clashes: Type.Boolean({
      description:
        'Whether the user keeps it beside gigs at the same time: a clash of two is settled when both have it',
      examples: [false],
    }),
    created_at: Timestamp,
  },
  { title: 'Heart' },
)
export type Heart = Static<typeof Heart>

const HeartedGig = Type.Object(
  {
    start_time: NullableTimestamp,
    end_time: NullableTimestamp,
    billing_text: billed.billing_text,
    artist: Type.Union([GigArtist, Type.Null()]),
    place: Type.Union([GigPlace, Type.Null()]),
  },
  { title: 'HeartedGig', description: 'The gig as it is now; null: it was cancelled' },
)

const ListedHeart = Type.Object(
  { ...Heart.properties, gig: Type.Union([HeartedGig, Type.Null()]) },
  { title: 'ListedHeart', 'x-extends': Heart },
)
export type ListedHeart = Static<typeof ListedHeart>

export const FestivalHearts = Type.Object({ hearts: Type.Array(ListedHeart) })
export type FestivalHearts = Static<typeof FestivalHearts>

export const GivenHeart = Type.Object({
  known_start_at: Type.Optional(
    Type.Unsafe<string | null>({
      ...NullableTimeInput,
      description: 'The start that the user has seen; of a new heart the present one by default',
    }),
  ),
  keeps_clashes: Type.Optional(Heart.properties.keeps_clashes),
})
export type GivenHeart = Static<typeof GivenHeart>
