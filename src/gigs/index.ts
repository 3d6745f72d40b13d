export { toItem } from './items.ts'
export { countGigs, pageOfGigs, upcoming } from './queries.ts'
export { gigs } from './routes.ts'
export { GigItem } from './schemas.ts'
