export { mergeArtists } from './merge.ts'
export { merges } from './routes.ts'
