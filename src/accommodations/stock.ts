import { stockOf } from '#platform/stock'

/** How payments hold, sell and give back places to sleep. */
export const accommodationStock = stockOf('accommodations')
