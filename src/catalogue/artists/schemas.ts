import { type Static, Type } from 'typebox'
import { Format } from 'typebox/format'
import { Ids, Part, withLists } from '#platform/http/paging'
import { Name, Nullable, OptionalText, Photo, PhotoInput, Uuid } from '#platform/values/shapes'

// Pages show these links, so they must not contain characters that end an attribute or a line.
const link = /^https?:\/\/[^\s\p{C}\\"<>]+$/iu
Format.Set('http-url', (text) => link.test(text) && URL.canParse(text))

const links = {
  music_streaming: 'https://music.example/artists/ebb-trio',
  audio_sharing: 'https://audio.example/ebb-trio',
  video_sharing: 'https://video.example/@ebb-trio',
}

const Link = (example: string) => Nullable(Type.String({ examples: [example] }))
const LinkInput = (example: string) =>
  Type.Optional(Nullable(Type.String({ format: 'http-url', maxLength: 2048, examples: [example] })))

/** A genre in an answer. */
export const Genre = Type.Object(
  { id: Uuid, name: Type.String({ examples: ['techno'] }) },
  { title: 'Genre' },
)

/** An artist in an answer. */
export const Artist = Type.Object(
  {
    id: Uuid,
    name: Type.String({ examples: ['Ebb Trio'] }),
    photo: Photo,
    bio: Nullable(Type.String({ examples: ['Three brothers and a tide organ'] })),
    music_streaming: Link(links.music_streaming),
    audio_sharing: Link(links.audio_sharing),
    video_sharing: Link(links.video_sharing),
    genres: Type.Array(Genre),
  },
  { title: 'Artist' },
)
export type Artist = Static<typeof Artist>

export const ArtistQuery = Type.Interface([Part], { ids: Ids('artists') }, withLists)

const Details = Type.Object(
  {
    photo: PhotoInput,
    bio: OptionalText('Three brothers and a tide organ', 10_000),
    music_streaming: LinkInput(links.music_streaming),
    audio_sharing: LinkInput(links.audio_sharing),
    video_sharing: LinkInput(links.video_sharing),
    genres: Type.Optional(
      Type.Array(Name('techno', 100), {
        maxItems: 50,
        description: 'Names; unknown ones are made. Case does not tell two genres apart',
        examples: [['techno', 'deep house']],
      }),
    ),
  },
  { title: 'ArtistDetails' },
)

export const NewArtist = Type.Object(
  { name: Name('Ebb Trio'), ...Details.properties },
  { title: 'ArtistBody', 'x-extends': Details },
)
export type NewArtist = Static<typeof NewArtist>

export const ArtistBatch = Type.Object(
  {
    artists: Type.Array(NewArtist, { minItems: 1, maxItems: 10_000 }),
  },
  { title: 'ArtistsBody' },
)
export type ArtistBatch = Static<typeof ArtistBatch>

export const ArtistChange = Type.Partial(NewArtist, { 'x-extends': Details })
export type ArtistChange = Static<typeof ArtistChange>
