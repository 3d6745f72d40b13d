export { transfers } from './routes.ts'
