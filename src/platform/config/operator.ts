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

type SellerSettings = Partial<
  Pick<
    Config,
    | 'SELLER_NAME'
    | 'SELLER_STREET'
    | 'SELLER_CITY'
    | 'SELLER_COUNTRY'
    | 'SELLER_VAT_ID'
    | 'SELLER_TAX_NUMBER'
  >
>

/**
 * Returns the unset settings that documents of the operator need; SELLER_TAX_NUMBER stands in for SELLER_VAT_ID.
 */
export function missingOfSeller(config: SellerSettings): (keyof SellerSettings)[] {
  const needed = ['SELLER_NAME', 'SELLER_STREET', 'SELLER_CITY', 'SELLER_COUNTRY'] as const
  const isKnown = config.SELLER_VAT_ID !== undefined || config.SELLER_TAX_NUMBER !== undefined
  return [
    ...needed.filter((name) => config[name] === undefined),
    ...(isKnown ? [] : (['SELLER_VAT_ID'] as const)),
  ]
}

/** Returns true for a secret key of Stripe with which real money moves. */
export const isLiveKey = (secretKey: string): boolean => !/^[rs]k_test_/.test(secretKey)

/** Returns true if sales move real money, and so need complete sellers. */
export const mustBeComplete = ({ STRIPE_SECRET_KEY }: Pick<Config, 'STRIPE_SECRET_KEY'>): boolean =>
  STRIPE_SECRET_KEY !== undefined && isLiveKey(STRIPE_SECRET_KEY)
