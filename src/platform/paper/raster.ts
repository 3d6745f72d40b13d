/** Paper as dots, black or white, for printers of receipts. */
import { facesFor } from './faces.ts'
import { fillOutline } from './outlines.ts'
import { type PlacedLine, placeText, type Sheet } from './sheet.ts'

/** Receipt printers have 8 dots a millimetre (203 dpi). */
const dotsAPoint = (8 * 25.4) / 72
/** The side of a dot, in points. */
export const dot = 1 / dotsAPoint

/** An image of one bit a dot: rows of `width / 8` bytes, whose highest bit is the left dot; a bit that is set is black. */
export type Bitmap = { width: number; height: number; data: Uint8Array }

type Size = {
  /** dots that the printer prints, a multiple of 8 */
  width: number
  /** dots of the paper left of them, where it does not print */
  margin: number
}

/** Opens an image as wide as a printer prints, and as high as what is drawn; `texts` may be in any script: their fonts are loaded. */
export async function openRaster({ width, margin }: Size, texts: string[]) {
  const faces = await facesFor(texts)
  const rowBytes = width / 8
  let data = new Uint8Array(rowBytes * 1024)
  let height = 0
  /** Blackens the dots of a row from one to before another. */
  const blacken = (row: number, from: number, to: number) => {
    const [start, end] = [Math.max(0, from - margin), Math.min(width, to - margin)]
    if (row < 0 || start >= end) return
    height = Math.max(height, row + 1)
    if (height * rowBytes > data.length) data = enlarged(data, height * rowBytes * 2)
    for (let x = start; x < end; x++) {
      const index = row * rowBytes + (x >> 3)
      data[index] = (data[index] ?? 0) | (0x80 >> (x & 7))
    }
  }
  const drawLine = ({ runs, x, foot }: PlacedLine, size: number) => {
    let left = x
    for (const { face, glyphs, marks, width: runWidth } of runs) {
      const scale = size / face.unitsPerEm
      const draw = (path: string, from: { x: number; y: number }) => {
        const [dotX, dotY] = [left + from.x * scale, foot - from.y * scale]
        const place = { x: dotX * dotsAPoint, y: dotY * dotsAPoint, scale: scale * dotsAPoint }
        fillOutline(path, place, (row, at) => blacken(row, at, at + 1))
      }
      let pen = 0
      for (const glyph of glyphs) {
        draw(face.outline(glyph.id), { x: pen + glyph.xOffset, y: glyph.yOffset })
        pen += glyph.width
      }
      for (const { path, ...at } of marks) draw(path, at)
      left += runWidth * size
    }
  }
  return {
    write: (text, box, look) => {
      const { lines, bottom } = placeText(faces, { text, box, look })
      for (const line of lines) drawLine(line, look.size)
      return bottom
    },
    fillRectangles: (_alt, rectangles) => {
      for (const rectangle of rectangles) {
        const [left, right] = [rectangle.x, rectangle.x + rectangle.width].map(toDot)
        const [top, bottom] = [rectangle.y, rectangle.y + rectangle.height].map(toDot)
        for (let row = top ?? 0; row < (bottom ?? 0); row++) blacken(row, left ?? 0, right ?? 0)
      }
    },
    end: (): Bitmap => ({ width, height, data: data.subarray(0, height * rowBytes) }),
  } satisfies Sheet & Record<string, unknown>
}

const toDot = (points: number) => Math.round(points * dotsAPoint)

function enlarged(data: Uint8Array, size: number) {
  const larger = new Uint8Array(size)
  larger.set(data)
  return larger
}
