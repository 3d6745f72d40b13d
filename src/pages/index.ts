export { pages } from './routes.ts'
