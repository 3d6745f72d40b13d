import { accommodationColumns } from '#accommodations'
import { tierColumns } from '#festivals'
import {
  festival,
  fieldsOf,
  id,
  inChosen,
  made,
  paidFor,
  payment,
  sold,
  type Table,
  time,
} from './export-fields.ts'

/** Tables about sales: what is sold, the buyer and the state. `chosen`: see `export-tables.ts`. */
export const sales: Table[] = [
  {
    name: 'tiers',
    description: 'Kinds of tickets',
    from: `tiers where ${inChosen} order by festival_id, position, id`,
    fields: [
      id,
      festival,
      ...fieldsOf(tierColumns),
      sold,
      time('archived_at', 'When it was taken off'),
    ],
  },
  {
    name: 'accommodations',
    description: 'Places to sleep',
    from: `accommodations where ${inChosen} order by festival_id, name, id`,
    fields: [
      id,
      ...fieldsOf(accommodationColumns),
      sold,
      time('archived_at', 'When it was taken off'),
    ],
  },
  {
    name: 'payments',
    description: 'All that was bought, or was to be',
    from: `payments where ${inChosen} or festival_id is null and is_whole() order by created_at, id`,
    fields: [
      id,
      [
        'order_id',
        'string',
        'The order that it was charged with: equal for what was bought at once',
      ],
      ['user_id', 'string', 'Who bought; in users.csv of a whole export'],
      ['payment_type', 'string', 'ticket, accommodation or subscription'],
      ['entity_id', 'string', 'What: in tiers.csv, accommodations.csv or plans.csv'],
      ['festival_id', 'string', 'For which festival'],
      ['status', 'string', 'What became of it'],
      ['price_cents', 'integer', 'What it cost, EUR cents'],
      ['points_used', 'integer', 'How many points paid a part of it'],
      ['amount_cents', 'integer', 'What was paid in money, EUR cents'],
      ['refunded_cents', 'integer', 'What of that was given back, EUR cents'],
      ['vat', 'string', 'Its VAT when it was bought, as JSON'],
      time('cancel_until', 'Until when its buyer could give it back'),
      ['cancel_percent', 'integer', 'How much of it came back then, in percent'],
      made,
    ],
  },
  {
    name: 'refunds',
    description: 'What was given back',
    from: `refunds where ${paidFor} order by created_at, id`,
    fields: [
      id,
      payment,
      ['amount_cents', 'integer', 'How much, EUR cents'],
      ['percent', 'integer', 'Where its buyer gave it back: how much of it, in percent'],
      ['reason', 'string', 'Why'],
      made,
      time('done_at', 'When the processor had done it'),
      ['refused', 'string', 'Why the processor refused it'],
    ],
  },
  {
    name: 'tickets',
    description: 'Tickets and bookings, and whether they were used; their codes stay here',
    from: `tickets where ${inChosen} order by issued_at, payment_id`,
    fields: [
      payment,
      festival,
      time('issued_at', 'When it was issued'),
      time('validated_at', 'When it was used at the gate'),
      time('revoked_at', 'When it was taken back'),
    ],
  },
  {
    name: 'gate_scans',
    description: 'Everything that was scanned at gates',
    from: `gate_scans where ${inChosen} order by received_at, id`,
    fields: [
      id,
      festival,
      ['payment_id', 'string', 'The ticket; empty: none of ours'],
      ['outcome', 'string', 'admitted, or why not'],
      ['admitted_offline', 'boolean', 'Whether the device let in without asking'],
      time('scanned_at', 'When, as the device says'),
    ],
  },
]
