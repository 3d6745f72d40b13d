import { stockOf } from '#platform/stock'

/** How payments hold, sell and give back tickets of a tier. */
export const tierStock = stockOf('tiers')
