/** Parameters of expanded reads of festivals, and the parts they add (docs/contract, section 4.4). */
import { Type } from 'typebox'
import { Artist } from '#catalogue/artists'
import { Expand, Ids } from '#platform/http/paging'
import { Uuid } from '#platform/values/shapes'
import { TierAvailability } from './availability.ts'
import '../listing/globe.ts'

export const expansions = ['followed', 'availability', 'artists', 'translations'] as const
export type Expansion = (typeof expansions)[number]

const expand = Expand(
  expansions,
  'followed: whether the signed-in user follows it, which needs the user token. availability: what is left of its tickets. artists: who plays, with picture and genres. translations: texts in other languages',
)

/** The query of a single festival. */
export const ExpandQuery = { expand }

export const farthest = 20_000
export const usualRadius = 50

/** The parameters of a list that pick festivals by other criteria than the page. */
export const PickQuery = {
  expand,
  ids: Ids('festivals'),
  near: Type.Optional(
    Type.String({
      format: 'position',
      description:
        'Only festivals round this position: latitude and longitude in decimal degrees, as in 55.62,12.08',
    }),
  ),
  radius: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: farthest,
      description: `How far from near, in kilometres along a great circle. Absent: ${usualRadius}`,
    }),
  ),
  sort: Type.Optional(
    Type.Enum(['distance', 'start_time'], {
      description:
        'With near: the nearest first, which is the default; or by start, as without near',
    }),
  ),
}

const ArtistCard = Type.Pick(Artist, ['id', 'name', 'photo', 'genres'], { title: 'ArtistCard' })

/** The fields that festivals have only in some answers. */
export const expanded = {
  distance: Type.Optional(
    Type.Number({
      description: 'With near: kilometres from there, to one decimal',
      examples: [12.4],
    }),
  ),
  followed: Type.Optional(
    Type.Boolean({
      description:
        'With expand=followed: whether the user follows the organizer, or an artist who plays',
      examples: [true],
    }),
  ),
  follows: Type.Optional(
    Type.Object(
      {
        organizer: Type.Boolean({ examples: [false] }),
        artist_ids: Type.Array(Uuid),
      },
      {
        title: 'FestivalFollows',
        description: 'With expand=followed: what of it the user follows',
      },
    ),
  ),
  availability: Type.Optional(
    Type.Array(TierAvailability, {
      description: 'With expand=availability: what is left of each tier, at most a second old',
    }),
  ),
  artists: Type.Optional(
    Type.Array(ArtistCard, {
      description: 'With expand=artists: who plays the gigs of this answer, each once, by name',
    }),
  ),
}
