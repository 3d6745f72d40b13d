import type { Config } from '#platform/config/variables'
import type { Database } from '#platform/database/tables'
import { toCommands } from '#platform/printers/commands'
import { PrinterFailed, sendToPrinter } from '#platform/printers/network'
import { conflict, found, Problem } from '#platform/values/errors'
import { findTicketsOfSale, toBitmaps, toTestBitmap } from '#shop/tickets'
import type { NewPrint, Print, Printed } from './print-schemas.ts'
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

type PrintContext = { db: Database; config: Pick<Config, 'RECEIPT_PRINTERS'> }

/**
 * Prints on a printer that the operator has named; no address comes from a request. Returns once the printer has taken all
 * data. 404 for an unknown printer or sale; 409 `printer_unavailable` with what to do next.
 */
export async function printAtTill(
  { db, config }: PrintContext,
  shiftId: string,
  { printer, ...print }: NewPrint,
): Promise<Printed> {
  const address = config.RECEIPT_PRINTERS?.get(printer)
  if (address === undefined)
    throw new Problem(
      404,
      `Printer not found: RECEIPT_PRINTERS names no "${printer}". Choose another printer, or ask the operator of the service to name it there`,
    )
  const bytes = await printDataOf(db, shiftId, print)
  await sendToPrinter(address, bytes).catch((error: unknown) => {
    if (!(error instanceof PrinterFailed)) throw error
    throw conflict(`The printer ${printer} ${remedies[error.reason]}`, 'printer_unavailable')
  })
  return { bytes: bytes.length }
}

const remedies = {
  no_connection: 'does not answer: switch it on, check its cable, and print again',
  stopped: 'has stopped: check its paper and its cover, and print again',
  closed: 'broke off: switch it off and on, and print again',
}
