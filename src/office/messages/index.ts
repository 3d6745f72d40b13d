export { messages } from './routes.ts'
