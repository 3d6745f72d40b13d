/** Example values of vouchers, gifts and messages; see `openapi-values.ts`. */
import { ids } from './ids.ts'

const voucher = {
  id: ids.voucher,
  name: 'Early bird',
  percent: 20,
  amount: null,
  price: null,
  entity_ids: [ids.tier],
  starts_at: '2027-01-15T10:00:00.000Z',
  ends_at: '2027-03-01T00:00:00.000Z',
  ended_at: null,
}
const item = {
  entity_id: ids.tier,
  name: 'Weekend',
  sale_starts_at: '2027-01-15T10:00:00.000Z',
  sale_ends_at: '2027-06-30T22:00:00.000Z',
}

const message = {
  id: ids.message,
  subject: 'Gates open at 14:00',
  text: 'The gates open at 14:00 on Friday, two hours earlier than planned.',
  entity_id: ids.tier,
  language: null,
  inside: null,
}

export const ofVouchers: [owners: string, fields: Record<string, unknown>][] = [
  ['Voucher CreateVoucherBody UpdateVoucherBody', voucher],
  ['VoucherCheck', { ends_at: voucher.ends_at }],
  ['VoucherItem', item],
  ['AttendeeMessage CreateAttendeeMessageBody UpdateAttendeeMessageBody', message],
  ['Complimentary', { id: ids.order }],
]
