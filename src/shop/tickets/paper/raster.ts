import { setImmediate } from 'node:timers/promises'
import { type Bitmap, dot, openRaster } from '#platform/paper/raster'
import type { PrintedTicket } from '../queries.ts'
import { textsOf } from './pdf.ts'
import { drawCodeInDots, drawOnRoll, rolls } from './roll.ts'

type RollKind = keyof typeof rolls

/** Draws tickets as a receipt printer prints them, an image each. */
export async function toBitmaps(kind: RollKind, tickets: PrintedTicket[]): Promise<Bitmap[]> {
  const images: Bitmap[] = []
  for (const ticket of tickets) {
    const raster = await openRaster(rolls[kind], textsOf(ticket))
    drawOnRoll(raster, ticket, rolls[kind])
    images.push(raster.end())
    // Other requests are answered between two tickets.
    await setImmediate()
  }
  return images
}

/** Draws a page by which a till tests its printer: lines of text, and a code that is no ticket. */
export async function toTestBitmap(kind: RollKind, lines: string[]): Promise<Bitmap> {
  const roll = rolls[kind]
  const raster = await openRaster(roll, lines)
  const { write } = raster
  let y = 14
  for (const line of lines) {
    const box = { x: roll.margin * dot, y, width: roll.width * dot }
    y = write(line, box, { size: 12, colour: '#000', lines: 3, align: 'center' }) + 3
  }
  drawCodeInDots(raster, 'TEST', { y: y + 6, roll: { ...roll, mostOfCode: 192 } })
  return raster.end()
}
