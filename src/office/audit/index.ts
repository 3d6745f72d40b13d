export { audit } from './routes.ts'
