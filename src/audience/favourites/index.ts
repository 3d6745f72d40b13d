export { favourites } from './routes.ts'
export { FestivalHearts, Heart, mostFavourites } from './schemas.ts'
