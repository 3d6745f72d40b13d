import { stockOf } from '#platform/database/stock'

/** The stock of accommodations, which payments hold, sell and give back. */
export const accommodationStock = stockOf('accommodations')
