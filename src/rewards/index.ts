export { rewards } from './routes.ts'
