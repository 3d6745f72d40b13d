export { tickets } from './routes.ts'
