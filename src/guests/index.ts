export { guests } from './routes.ts'
