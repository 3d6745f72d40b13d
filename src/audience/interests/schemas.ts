import { type Static, Type } from 'typebox'
import { Part } from '#platform/http/paging'
import { Name, OneOf, Photo, Uuid } from '#platform/values/shapes'
import { Timestamp } from '#platform/values/time'

const EntityType = OneOf('FollowedType', {
  artist: 'An artist',
  organizer: 'An organizer',
  genre: 'A genre',
})

/** An artist, organizer or genre that a user follows. */
export const Interest = Type.Object(
  {
    id: Uuid,
    entity_type: EntityType,
    entity_id: Type.String({
      description: 'The id of an artist or a genre, the slug of an organizer',
      examples: ['01980000-0000-7000-8000-000000000002'],
    }),
    createdAt: Timestamp,
  },
  { title: 'Interest' },
)
export type Interest = Static<typeof Interest>

/** An interest with the artist, organizer or genre that it follows. */
export const ExpandedInterest = Type.Object(
  {
    ...Interest.properties,
    entity: Type.Optional(
      Type.Object(
        {
          id: Type.String({ examples: ['01980000-0000-7000-8000-000000000002'] }),
          name: Name('Ebb Trio'),
          photo: Photo,
        },
        { title: 'Followed', description: 'With expand=entity; a genre has no photo' },
      ),
    ),
  },
  { title: 'ListedInterest', 'x-extends': Interest },
)
export type ExpandedInterest = Static<typeof ExpandedInterest>

export const InterestQuery = Type.Object({
  ...Part.properties,
  entity_type: Type.Optional(
    Type.Enum(EntityType.enum, { description: 'Only interests of this type' }),
  ),
  expand: Type.Optional(
    Type.Enum(['entity', 'true'], {
      description: 'entity, or true: with each interest what it follows',
      examples: ['entity'],
    }),
  ),
})

export const NewInterest = Type.Object({
  entity_type: EntityType,
  entity_id: Type.String({
    minLength: 1,
    maxLength: 200,
    examples: ['01980000-0000-7000-8000-000000000002'],
  }),
})
export type NewInterest = Static<typeof NewInterest>
