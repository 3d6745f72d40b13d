import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suggestionFor } from './suggestions.ts'

const payment = ['payment_type', 'entity_type', 'entity_id', 'amount', 'pointsToUse']
const known = {
  payment: [...payment, 'processorPaymentMethodId'],
  festival: ['name', 'start_time', 'end_time', 'organizer_id', 'photo', 'coordinates', 'tickets'],
  tier: ['id', 'name', 'price', 'quantity', 'valid_since', 'valid_until'],
  list: ['page', 'limit', 'time', 'country', 'min_lat', 'max_lat', 'offset'],
  search: ['for'],
}

for (const [name, of, meant] of [
  ['payment_method', 'payment', 'processorPaymentMethodId'],
  ['paymentMethodId', 'payment', 'processorPaymentMethodId'],
  ['points_to_use', 'payment', 'pointsToUse'],
  ['POINTSTOUSE', 'payment', 'pointsToUse'],
  ['points', 'payment', 'pointsToUse'],
  ['id', 'payment', undefined],
  ['status', 'payment', undefined],
  ['nmae', 'festival', 'name'],
  ['startTime', 'festival', 'start_time'],
  ['start_date', 'festival', 'start_time'],
  ['organiser_id', 'festival', 'organizer_id'],
  ['picture', 'festival', 'photo'],
  ['created_at', 'festival', undefined],
  ['prise', 'tier', 'price'],
  ['title', 'tier', 'name'],
  ['x', 'tier', undefined],
  ['page_size', 'list', 'limit'],
  ['perPage', 'list', 'limit'],
  ['cuntry', 'list', 'country'],
  ['utm_source', 'list', undefined],
  ['', 'list', undefined],
  ['q', 'search', 'for'],
  ['limit'.repeat(100), 'list', undefined],
] as const) {
  test(`${name.slice(0, 20)} of a ${of} is taken for ${meant ?? 'nothing that there is'}`, () => {
    assert.equal(suggestionFor(name, known[of]), meant)
  })
}
