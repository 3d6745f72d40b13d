export { search } from './routes.ts'
