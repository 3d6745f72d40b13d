export { people } from './routes.ts'
