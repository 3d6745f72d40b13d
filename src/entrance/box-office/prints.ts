import type { Database } from '#platform/database/tables'
import { toCommands } from '#platform/printers/commands'
import { found } from '#platform/values/errors'
import { findTicketsOfSale, toBitmaps, toTestBitmap } from '#shop/tickets'
import type { Print } from './print-schemas.ts'
import { readSale } from './read-sale.ts'

/** Returns the bytes by which a printer prints the tickets of a sale, or a test page of the till. 404 for an unknown sale. */
export async function printDataOf(
  db: Database,
  shiftId: string,
  { sale_id, paper = '80mm', language = 'escpos' }: Print,
): Promise<Buffer> {
  if (sale_id === undefined) {
    const shift = await db
      .selectFrom('till_shifts as s')
      .innerJoin('festivals as f', 'f.id', 's.festival_id')
      .select(['f.name', 's.till'])
      .where('s.id', '=', shiftId)
      .executeTakeFirst()
    const { name, till } = found(shift, 'Shift')
    const lines = [name, till, `Test print: ${paper}, ${language}`]
    return toCommands([await toTestBitmap(paper, lines)], language)
  }
  const { id } = await readSale(db, { shiftId, id: sale_id })
  const tickets = await findTicketsOfSale(db, id)
  found(tickets[0], 'Ticket')
  return toCommands(await toBitmaps(paper, tickets), language)
}
