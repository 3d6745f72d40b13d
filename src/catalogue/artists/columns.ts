import { Columns, type Fields, searched, text } from '#platform/database/columns'
import type { Artist, NewArtist } from './schemas.ts'

/** The columns of an artist; its genres are rows of their own. */
export const artistColumns = new Columns('artists', {
  name: searched('Name'),
  bio: text('Biography'),
  photo: text('Picture: a link, or a file in photos/'),
  music_streaming: text('Link to music'),
  audio_sharing: text('Link to recordings'),
  video_sharing: text('Link to films'),
} satisfies Fields<'artists', NewArtist & Artist, 'id' | 'genres'>)
