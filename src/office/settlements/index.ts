export { settlements } from './routes.ts'
