export { editions } from './routes.ts'
