import { shownShortCode } from '#common/codes/short-code'
import type { Paper } from '#platform/paper/paper'
import type { PrintedTicket } from '../queries.ts'
import { drawCode } from './code.ts'
import { period, price, sale, validity } from './words.ts'

/** Paper 80 mm wide, of which receipt printers print 72 mm. */
const [width, height, margin] = [227, 460, 12]
const inner = width - 2 * margin
const qrSize = 180

export const rollSize: [number, number] = [width, height]

/** Draws a ticket on a roll: black on white, since its printer has no colours. */
export function drawOnRoll(paper: Paper, ticket: PrintedTicket): void {
  let y = 14
  const write = (text: string, size: number, { isBold = false, lines = 1 } = {}) => {
    const look = { size, colour: '#000', isBold, lines, align: 'center' } as const
    y = paper.write(text, { x: margin, y, width: inner }, look) + 3
  }
  write(ticket.festival, 14, { isBold: true, lines: 3 })
  write(period(ticket), 8, { lines: 2 })
  write([ticket.venue, ticket.place].filter(Boolean).join(', '), 8, { lines: 2 })
  write(ticket.what, 13, { isBold: true, lines: 2 })
  write(price(ticket), 10, { lines: 2 })
  drawCode(paper, ticket.code, { x: (width - qrSize) / 2, y: y + 6, size: qrSize })
  y += qrSize + 14
  if (ticket.short_code !== null) write(shownShortCode(ticket.short_code), 14, { isBold: true })
  write(ticket.payment_id, 7)
  write(validity(ticket), 8, { lines: 2 })
  write(sale(ticket), 7, { lines: 3 })
}
