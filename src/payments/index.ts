export { payments } from './routes.ts'
