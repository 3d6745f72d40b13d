export { search } from './routes.ts'
export type { Found } from './schemas.ts'
