import { planTerms } from '#core/sale-terms'
import {
  Columns,
  type Fields,
  integer,
  language,
  price,
  searched,
  text,
  translations,
} from '#platform/database/columns'
import type { NewSubscription, Subscription } from './schemas.ts'

/** The columns of a membership plan. */
export const subscriptionColumns = new Columns('subscriptions', {
  name: searched('Its name'),
  description: text('What it gives'),
  language: language('The language of its own texts'),
  translations,
  price: price('Its price'),
  duration: integer('How long it lasts'),
  duration_type: text('month or year'),
  ...planTerms,
} satisfies Fields<'subscriptions', NewSubscription & Subscription, 'id' | 'createdAt'>)
