export { moveFollowers } from './move.ts'
export { listInterests } from './queries.ts'
export { interests } from './routes.ts'
export { type ExpandedInterest, Interest } from './schemas.ts'
