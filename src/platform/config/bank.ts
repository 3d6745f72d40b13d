import { isBic, isIban, plainAccount } from '#platform/values/countries/bank-account'
import { BadSetting, integer, optional, setting } from './setting.ts'

function holder(value: string): string {
  if ([...value].length <= 70) return value
  throw new BadSetting('must have at most 70 characters')
}

function iban(value: string): string {
  if (isIban(value)) return plainAccount(value)
  throw new BadSetting('must be an IBAN with right check digits')
}

function bic(value: string): string {
  if (isBic(value)) return plainAccount(value)
  throw new BadSetting('must be a BIC of 8 or 11 characters')
}

/** The variables of the bank account, to which buyers may transfer what they owe. */
export const bankSettings = {
  BANK_HOLDER: optional(
    holder,
    'Holder of the bank account to which buyers may transfer what they owe. Absent: no bank transfers',
  ),
  BANK_IBAN: optional(iban, 'The IBAN of that account'),
  BANK_BIC: optional(bic, 'The BIC of its bank; not needed within the EEA'),
  TRANSFER_DAYS: setting(
    integer(3, 30),
    '7',
    'How long an order to be paid by bank transfer keeps what it buys, days; never longer than it is on sale',
  ),
  TRANSFER_SHARE: setting(
    integer(1, 100),
    '50',
    'How much of a tier or an accommodation may wait for bank transfers at a time, percent',
  ),
  TRANSFERS_PER_NETWORK: setting(
    integer(0, 1_000_000),
    '10',
    'Orders that may wait for bank transfers of people of one public address (of IPv6: one network of 64 bits) at a time. 0: any number',
  ),
}
