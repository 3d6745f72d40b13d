export { sales } from './routes.ts'
