import { Type } from 'typebox'
import { NewArtist } from '#catalogue/artists'

/** An artist in a file: the fields of `POST /artists`, except that a photo is a link. */
export const ImportedArtist = Type.Object({
  ...NewArtist.properties,
  photo: NewArtist.properties.music_streaming,
})

/** The source of an artist is its exact name, so that lists and line-ups refer to the same artist. */
export const sourceOf = (name: string) => `artists:${name}`
