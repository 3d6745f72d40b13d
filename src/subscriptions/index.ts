export { subscriptions } from './routes.ts'
