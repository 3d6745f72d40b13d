import { type Static, Type } from 'typebox'
import { Ids, Part, withLists } from '#platform/http/paging'
import { Name, Nullable, OptionalText, Photo, PhotoInput, Uuid } from '#platform/values/shapes'

/** An organizer by its id, which is a slug, and its name. */
export const NamedOrganizer = Type.Object(
  { id: Type.String({ examples: ['harbour-nights'] }), name: Name('Harbour Nights') },
  { title: 'NamedOrganizer' },
)

const Slug = Type.String({ pattern: '^[a-z0-9-]{1,128}$', examples: ['harbour-nights'] })

const Manager = Type.Object(
  {
    id: Uuid,
    firstName: Type.String({ examples: ['Ada'] }),
    lastName: Type.String({ examples: ['Marsh'] }),
    email: Nullable(Type.String({ examples: ['ada@harbour.example'] })),
  },
  { title: 'Manager' },
)

/** An organizer in an answer. */
export const Organizer = Type.Object(
  {
    id: Slug,
    name: Name('Harbour Nights'),
    description: Nullable(Type.String({ examples: ['Concerts by the water'] })),
    photo: Photo,
    approved: Type.Boolean({
      description:
        'Whether staff have approved it: until then it may not sell, nor announce for artists of others',
      examples: [true],
    }),
    managers: Type.Array(Manager),
  },
  { title: 'Organizer' },
)

export const OrganizerQuery = Type.Interface(
  [Part],
  {
    approved: Type.Optional(
      // No example: the API reference would send it.
      Type.Boolean({ description: 'false: only those that wait for approval' }),
    ),
    ids: Ids('organizers', Type.String()),
  },
  withLists,
)

const ShowEmail = Type.Boolean({
  description: 'Whether everyone may read the e-mail of this manager',
  examples: [true],
})

const description = OptionalText('Concerts by the water', 10_000)

export const NewOrganizer = Type.Object({
  id: Slug,
  name: Name('Harbour Nights'),
  description,
  photo: PhotoInput,
  show_email: Type.Optional(ShowEmail),
})
export type NewOrganizer = Static<typeof NewOrganizer>

export const OrganizerChange = Type.Object({
  id: Type.Optional(Type.String()),
  name: Type.Optional(Name('Harbour Nights')),
  description,
  photo: PhotoInput,
})
export type OrganizerChange = Static<typeof OrganizerChange>

export const ManagerChange = Type.Object({ show_email: ShowEmail })

export const ManagerPath = Type.Object({
  id: Type.String(),
  userId: Type.String({ format: 'uuid' }),
})
