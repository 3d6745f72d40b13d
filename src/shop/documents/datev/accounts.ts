import type { Config } from '#platform/config/variables'
import type { DatevAccounts } from './datev.ts'

type Settings = Pick<
  Config,
  | 'DATEV_CONSULTANT'
  | 'DATEV_CLIENT'
  | 'DATEV_DEBTOR'
  | 'DATEV_REVENUE'
  | 'DATEV_ACCOUNT_DIGITS'
  | 'DATEV_FISCAL_MONTH'
>

/** Returns what the settings say of DATEV; undefined if they name no tax advisor. */
export function datevAccounts(config: Settings): DatevAccounts | undefined {
  const { DATEV_CONSULTANT: consultant, DATEV_CLIENT: client } = config
  const { DATEV_DEBTOR: debtor, DATEV_REVENUE: revenue } = config
  // The rules of settings let none of the four stand alone.
  if (!consultant || !client || !debtor || !revenue) return undefined
  const { DATEV_ACCOUNT_DIGITS: digits, DATEV_FISCAL_MONTH: fiscalMonth } = config
  return { consultant, client, debtor, revenue, digits, fiscalMonth }
}
