import type { Sales } from '../../../client/src/index.ts'

/** An item on sale: a tier of tickets or an accommodation. */
export type Offer = Omit<Sales['tiers'][number], 'ticket_id'> & { id: string }
