import { stockOf } from '#platform/database/stock'

/** How payments hold, sell and give back places to sleep. */
export const accommodationStock = stockOf('accommodations')
