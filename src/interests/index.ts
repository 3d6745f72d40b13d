export { listInterests } from './queries.ts'
export { interests } from './routes.ts'
