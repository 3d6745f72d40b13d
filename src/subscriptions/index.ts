export { createSubscription } from './changes.ts'
export { membershipEvents } from './domain-events.ts'
export { subscriptions } from './routes.ts'
export { endTerms, findMembership, startTerms } from './terms.ts'
