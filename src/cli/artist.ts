import { Type } from 'typebox'
import { Name, Nullable, OptionalText } from '#platform/shapes'

// `http-url` is the format of #artists.
const Link = Type.Optional(Nullable(Type.String({ format: 'http-url', maxLength: 2048 })))

/** An artist as a file tells it, with the limits of `POST /artists`. */
export const ImportedArtist = Type.Object({
  name: Name('Ebb Trio'),
  photo: Link,
  bio: OptionalText('Three brothers and a tide organ', 10_000),
  music_streaming: Link,
  audio_sharing: Link,
  video_sharing: Link,
  genres: Type.Optional(Type.Array(Name('techno', 100), { maxItems: 50 })),
})

/** Artists of every import are known by their exact name, so that lists and line-ups meet. */
export const sourceOf = (name: string) => `artists:${name}`
