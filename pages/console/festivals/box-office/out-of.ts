import type { Lease } from '../../../../client/src/index.ts'

/** Returns the number of tickets of a lease that are neither sold nor returned, as last reported by its till. */
export const outOf = ({ quantity, sold, returned }: Lease): number => quantity - sold - returned
