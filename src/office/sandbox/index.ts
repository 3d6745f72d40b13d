export { sandbox } from './routes.ts'
