import { modulesOf } from '#common/codes/qr-path'
import { shownShortCode } from '#common/codes/short-code'
import { dot } from '#platform/paper/raster'
import type { Sheet } from '#platform/paper/sheet'
import type { PrintedTicket } from '../queries.ts'
import { drawCode } from './code.ts'
import { period, price, sale, validity } from './words.ts'

/** A roll of paper: dots that its printer prints, the margin on either side of them, and the most for a code. */
export type Roll = { width: number; margin: number; mostOfCode: number }
export const rolls = {
  '80mm': { width: 576, margin: 32, mostOfCode: 508 },
  '58mm': { width: 384, margin: 40, mostOfCode: 384 },
} satisfies Record<string, Roll>

/** Returns the size of a page for a ticket, in points. */
export const pageOf = ({ width, margin }: Roll): [width: number, height: number] => [
  (width + 2 * margin) * dot,
  460,
]

/** Draws a ticket on a roll: black on white, since its printer has no colours. */
export function drawOnRoll(sheet: Sheet, ticket: PrintedTicket, roll: Roll): void {
  let y = 14
  const write = (text: string, size: number, { isBold = false, lines = 1 } = {}) => {
    const look = { size, colour: '#000', isBold, lines, align: 'center' } as const
    const box = { x: roll.margin * dot, y, width: roll.width * dot }
    y = sheet.write(text, box, look) + 3
  }
  write(ticket.festival, 14, { isBold: true, lines: 3 })
  write(period(ticket), 8, { lines: 3 })
  write([ticket.venue, ticket.place].filter(Boolean).join(', '), 8, { lines: 2 })
  write(ticket.what, 13, { isBold: true, lines: 2 })
  write(price(ticket), 10, { lines: 2 })
  y = drawCodeInDots(sheet, ticket.code, { y: y + 6, roll }) + 8
  if (ticket.short_code !== null) write(shownShortCode(ticket.short_code), 14, { isBold: true })
  write(ticket.payment_id, 7, { lines: 2 })
  write(validity(ticket), 8, { lines: 2 })
  write(sale(ticket), 7, { lines: 3 })
}

type Place = { y: number; roll: Roll }

/** Draws a code of whole dots, as large as they allow, and returns the height below it. */
export function drawCodeInDots(
  sheet: Sheet,
  code: string,
  { y, roll: { width, margin, mostOfCode } }: Place,
): number {
  const modules = modulesOf(code).length
  const dots = modules * Math.floor(mostOfCode / modules)
  const [left, top] = [margin + Math.round((width - dots) / 2), Math.ceil(y / dot)]
  drawCode(sheet, code, { x: left * dot, y: top * dot, size: dots * dot })
  return (top + dots) * dot
}
