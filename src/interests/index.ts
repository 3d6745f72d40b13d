export { moveFollowers } from './move.ts'
export { listInterests } from './queries.ts'
export { interests } from './routes.ts'
export { Interest } from './schemas.ts'
