/** The interface that a layout draws on: pages of a PDF (`openPaper`), or the dots of a printer (`openRaster`). */
import type { Faces } from './faces.ts'
import { type Line, linesOf } from './lines.ts'

export type Look = {
  size: number
  colour: string
  isBold?: boolean
  /** the most lines; an ellipsis stands for the rest */
  lines?: number
  align?: 'start' | 'right' | 'center'
  /** the kind of element (ISO 32000-1, table 333 and following), else a paragraph; an artifact is not read aloud */
  element?: 'P' | 'H1' | 'H2' | 'TH' | 'TD' | 'Artifact'
}
type Box = { x: number; y: number; width: number }
/** Lengths are in points, and y counts downwards. */
export type Rectangle = Box & { height: number }

export type Sheet = {
  /** Writes a text, and returns the height below it. */
  write: (text: string, box: Box, look: Look) => number
  /** Fills a picture of rectangles in black; a reader that reads aloud says its `alt`. */
  fillRectangles: (alt: string, rectangles: Rectangle[]) => void
}

/** The height of a line, in font sizes, and the place of the letters' foot in it: those of DejaVu, in every font. */
const [lineHeight, ascent] = [1.164, 0.928]

/** A line with the place of its first letter's foot. */
export type PlacedLine = Line & { x: number; foot: number }

/** Breaks a text into the lines of a box, and returns them with the height below the last one. */
export function placeText(
  faces: Faces,
  { text, box: { x, y, width }, look }: { text: string; box: Box; look: Look },
): { lines: PlacedLine[]; bottom: number } {
  const { size, isBold = false, lines = 1 } = look
  const limits = { faces: isBold ? faces.bold : faces.regular, width: width / size, lines }
  const found = linesOf(text, limits)
  return {
    lines: found.map((line, index) => ({
      ...line,
      x: x + startOf(line, width, look),
      foot: y + (index * lineHeight + ascent) * size,
    })),
    bottom: y + found.length * size * lineHeight,
  }
}

function startOf(line: Line, width: number, { size, align = 'start' }: Look): number {
  const rest = width - line.width * size
  if (align === 'center') return rest / 2
  return align === 'right' || line.isRtl ? rest : 0
}
