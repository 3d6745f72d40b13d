import type { Lease } from '../../../../client/src/index.ts'

/** How many tickets of a lease are neither sold nor given back, as far as its till has said. */
export const outOf = ({ quantity, sold, returned }: Lease): number => quantity - sold - returned
