export { me } from './routes.ts'
