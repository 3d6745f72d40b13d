import { BadSetting, integer, optional, setting } from './setting.ts'

function account(value: string): string {
  if (/^\d{4,9}$/.test(value)) return value
  throw new BadSetting('must be a number of an account, of 4 to 9 digits')
}

/** Returns accounts by rate in percent, and of what is `exempt`. */
function revenueAccounts(value: string): Record<string, string> {
  const pairs = value.split(',').map((pair) => {
    const [, rate = '', number = ''] =
      /^((?:0|[1-9]\d?)(?:\.\d?[1-9])?|exempt)=(\d{4,8})$/.exec(pair) ?? []
    if (rate !== '') return [rate, number]
    throw new BadSetting('must be like 19=4400,7=4300,exempt=4200')
  })
  return Object.fromEntries(pairs)
}

/** The variables of the export for DATEV. */
export const accountingSettings = {
  DATEV_CONSULTANT: optional(
    integer(1_001, 9_999_999),
    'The number that DATEV has given to the tax advisor. Absent: no export for DATEV',
  ),
  DATEV_CLIENT: optional(integer(1, 99_999), 'The number of the books at that advisor'),
  DATEV_DEBTOR: optional(account, 'The account of debtors that all sales are booked on'),
  DATEV_REVENUE: optional(
    revenueAccounts,
    'The accounts of revenue by rate of VAT, as 19=4400,7=4300,exempt=4200; each computes its VAT by itself',
  ),
  DATEV_ACCOUNT_DIGITS: setting(
    integer(4, 8),
    '4',
    'How many digits accounts have there; those of debtors have one more',
  ),
  DATEV_FISCAL_MONTH: setting(integer(1, 12), '1', 'The month in which the fiscal year begins'),
}
