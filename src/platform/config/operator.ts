/** Rules about the operator of the service, and about real money. */
import type { Config } from './variables.ts'

/** Returns the unset settings that name the operator, without which the service's own pages sell nothing for real money. */
export function missingOfOperator({
  IMPRINT_URL,
  PRIVACY_URL,
}: Partial<Pick<Config, 'IMPRINT_URL' | 'PRIVACY_URL'>>): ('IMPRINT_URL' | 'PRIVACY_URL')[] {
  return [
    ...(IMPRINT_URL ? [] : (['IMPRINT_URL'] as const)),
    ...(PRIVACY_URL ? [] : (['PRIVACY_URL'] as const)),
  ]
}

/** Returns true for a secret key of Stripe with which real money moves. */
export const isLiveKey = (secretKey: string): boolean => !/^[rs]k_test_/.test(secretKey)
