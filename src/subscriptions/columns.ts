import { Columns, type Fields, integer, price, text } from '#platform/database/columns'
import { planTerms } from '#sale-terms'
import type { NewSubscription, Subscription } from './schemas.ts'

/** The columns of a membership plan. */
export const subscriptionColumns = new Columns('subscriptions', {
  name: text('Its name'),
  description: text('What it gives'),
  price: price('Its price'),
  duration: integer('How long it lasts'),
  duration_type: text('month or year'),
  ...planTerms,
} satisfies Fields<'subscriptions', NewSubscription & Subscription, 'id' | 'createdAt'>)
