/** The values of examples of vouchers and of what is given; see `openapi-values.ts`. */
import { ids } from './openapi-ids.ts'

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

export const ofVouchers: [owners: string, fields: Record<string, unknown>][] = [
  ['Voucher CreateVoucherBody UpdateVoucherBody', voucher],
  ['VoucherCheck', { ends_at: voucher.ends_at }],
  ['VoucherItem', item],
  ['Complimentary', { id: ids.order }],
]
