export { hearts } from './routes.ts'
export { FestivalHearts, Heart, mostHearts } from './schemas.ts'
