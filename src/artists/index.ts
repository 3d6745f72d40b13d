export { artists } from './routes.ts'
export { type ArtistDraft, saveArtists } from './save.ts'
export { NewArtist } from './schemas.ts'
