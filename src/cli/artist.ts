import { Type } from 'typebox'
import { NewArtist } from '#artists'

/** An artist as a file tells it: as `POST /artists` takes one, but that a photo is a link. */
export const ImportedArtist = Type.Object({
  ...NewArtist.properties,
  photo: NewArtist.properties.music_streaming,
})

/** Artists of every import are known by their exact name, so that lists and line-ups meet. */
export const sourceOf = (name: string) => `artists:${name}`
