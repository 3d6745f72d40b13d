import { withEach } from '../parallel.ts'
import type { Stage } from '../stage.ts'

/** A ticket with the code that its holder shows. */
export type Ticket = { payment_id: string; person: number; tier: string; code: string }

/** All tickets that people hold and use to enter. */
export async function ticketsOf(
  { client, people, size, festival }: Stage,
  persons: Iterable<number>,
): Promise<Ticket[]> {
  const tickets: Ticket[] = []
  const tiers = new Set(festival.tiers.map(({ id }) => id))
  await withEach(persons, size.atOnce, async (person) => {
    const body = await client.get('GET', '/tickets?limit=200', { as: people.tokenOf(person) })
    for (const { payment_id, qr_code, item } of body.tickets) {
      if (tiers.has(item.id)) tickets.push({ payment_id, person, tier: item.id, code: qr_code })
    }
  })
  return tickets
}
