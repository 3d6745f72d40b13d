export { artistColumns } from './columns.ts'
export { artists } from './routes.ts'
export { type ArtistDraft, saveArtists } from './save.ts'
export { type Artist, NewArtist } from './schemas.ts'
