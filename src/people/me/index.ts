export { me } from './routes.ts'
export type { Me } from './schemas.ts'
