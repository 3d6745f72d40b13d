import type { Party } from '#core/banking'
import type { Config } from '#platform/config/variables'
import { conflict } from '#platform/values/errors'

export type BankSettings = Pick<Config, 'BANK_HOLDER' | 'BANK_IBAN' | 'BANK_BIC'>

/** Returns the operator's bank account. Refuses (409 `no_bank_account`) while the settings have none. */
export function requireAccount({ BANK_HOLDER, BANK_IBAN, BANK_BIC }: BankSettings): Party {
  if (BANK_HOLDER === undefined || BANK_IBAN === undefined) {
    throw conflict('There is no bank account: set BANK_HOLDER and BANK_IBAN', 'no_bank_account')
  }
  return { name: BANK_HOLDER, iban: BANK_IBAN, bic: BANK_BIC ?? null }
}
