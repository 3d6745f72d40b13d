export { gate } from './routes.ts'
