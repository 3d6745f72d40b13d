import { type Static, Type } from 'typebox'
import { Nullable, Photo, Uuid } from '#platform/values/shapes'
import { Timestamp } from '#platform/values/time'
import { TimeZone } from '#platform/zones/time-zones'

export const SearchQuery = Type.Object({
  for: Type.String({
    maxLength: 200,
    description: 'Accents and case do not matter',
    examples: ['techno'],
  }),
})

const Text = (example: string) => Nullable(Type.String({ examples: [example] }))
// Times inside JSON that PostgreSQL built are text already.
const Time = Type.Unsafe<string>(Timestamp)

const Genre = Type.Object(
  { id: Uuid, name: Type.String({ examples: ['techno'] }) },
  { title: 'Genre' },
)

const Artist = Type.Object(
  {
    id: Uuid,
    name: Type.String({ examples: ['Ebb Trio'] }),
    photo: Photo,
    bio: Text('Three brothers and a tide organ'),
    genres: Type.Array(Genre),
  },
  { title: 'FoundArtist' },
)

const Festival = Type.Object(
  {
    id: Uuid,
    name: Type.String({ examples: ['Harbour Nights 2027'] }),
    photo: Photo,
    description: Text('Three nights by the water'),
    venue: Text('Harbour Park'),
    city: Text('Copenhagen'),
    country: Text('Denmark'),
    start_time: Time,
    end_time: Time,
    time_zone: TimeZone,
  },
  { title: 'FoundFestival' },
)

/** The results of a search, each list best first (docs/contract, section 4.9). */
export const Found = Type.Object({
  artists: Type.Array(Artist, { maxItems: 50 }),
  festivals: Type.Array(Festival, { maxItems: 50 }),
  genres: Type.Array(Genre, { maxItems: 50 }),
})
export type Found = Static<typeof Found>

export const SearchResult = Type.Object({
  ...Found.properties,
  query: Type.String({ description: 'As it was sent', examples: ['techno'] }),
})
