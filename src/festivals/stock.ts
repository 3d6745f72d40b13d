import { stockOf } from '#platform/database/stock'

/** How payments hold, sell and give back tickets of a tier. */
export const tierStock = stockOf('tiers')
