export { describedEvents } from './events.ts'
export { resealWebhookSecrets } from './reseal.ts'
export { webhooks } from './routes.ts'
