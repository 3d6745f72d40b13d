/** Draws lines of text with the operators of PDF (ISO 32000-1, 9.4). pdfkit would lay out and measure each line again. */
import type { Glyph } from './embeddable.ts'
import type { Face } from './faces.ts'
import type { Look, PlacedLine } from './sheet.ts'

/** The parts of a font of pdfkit 0.20.2 that it embeds: its glyphs, and the width and the text of each. */
type Font = {
  id: string
  scale: number
  subset: { includeGlyph: (number: number) => number }
  widths: number[]
  unicode: number[][]
  ref: () => object
}

type Document = PDFKit.PDFDocument & {
  page: { fonts: Record<string, object> }
  addContent: (operators: string) => void
}

/** Returns a function that draws lines on the current page of a document. */
export function lineWriter(open: PDFKit.PDFDocument) {
  const document = open as Document
  const fonts = new Map<Face, Font>()
  const fontOf = (face: Face): Font => {
    const font = fonts.get(face) ?? openFont(document, face)
    fonts.set(face, font)
    document.page.fonts[font.id] ??= font.ref()
    return font
  }
  return ({ runs, x, foot }: PlacedLine, { size, colour }: Pick<Look, 'size' | 'colour'>): void => {
    let left = x
    for (const { face, glyphs, marks, width } of runs) {
      const font = fontOf(face)
      const scale = size / face.unitsPerEm
      document.addContent(
        `${fillOf(colour)}\nBT\n/${font.id} ${size} Tf\n${shown(font, { face, glyphs, x: left, y: foot, scale })}\nET`,
      )
      for (const { path, ...at } of marks) {
        document.save().translate(left + at.x * scale, foot - at.y * scale)
        document.scale(scale, -scale).path(path).fill(colour).restore()
      }
      left += width * size
    }
  }
}

/** Opens a font. The first glyphs of a document are the common ones. */
function openFont(document: Document, face: Face): Font {
  document.font(face.pdf, face.name)
  const font: Font = Reflect.get(document, '_font')
  encode(font, face, face.common)
  return font
}

type Text = { face: Face; glyphs: Glyph[]; x: number; y: number; scale: number }

/** Returns the operators that show glyphs, each at its offset. Pages count downwards, so letters are turned over. */
function shown(font: Font, { face, glyphs, x, y, scale }: Text): string {
  const at = (dx: number, dy: number) => `1 0 0 -1 ${rounded(x + dx)} ${rounded(y - dy)} Tm`
  if (glyphs.every(({ xOffset, yOffset }) => xOffset === 0 && yOffset === 0))
    return `${at(0, 0)}\n<${encode(font, face, glyphs)}> Tj`
  let advance = 0
  return glyphs
    .map((glyph) => {
      const place = at((advance + glyph.xOffset) * scale, glyph.yOffset * scale)
      advance += glyph.width
      return `${place}\n<${encode(font, face, [glyph])}> Tj`
    })
    .join('\n')
}

/** Returns the numbers of glyphs in the embedded font, and adds missing ones. */
function encode({ subset, widths, unicode, scale }: Font, face: Face, glyphs: Glyph[]): string {
  let codes = ''
  for (const glyph of glyphs) {
    const number = subset.includeGlyph(face.numberOf(glyph))
    widths[number] ??= glyph.width * scale
    unicode[number] ??= [...glyph.text].map((one) => one.codePointAt(0) ?? 0)
    codes += number.toString(16).padStart(4, '0')
  }
  return codes
}

const rounded = (length: number) => Math.round(length * 1_000) / 1_000

const fills = new Map<string, string>()

/** Returns the operator that fills with a colour (`#1a1f36`, `#000`). */
function fillOf(colour: string): string {
  const known = fills.get(colour)
  if (known !== undefined) return known
  const digits = colour.slice(1)
  const pairs = digits.length === 3 ? [...digits].map((one) => one + one) : digits.match(/../g)
  const parts = pairs?.map((pair) => rounded(Number.parseInt(pair, 16) / 255)) ?? [0, 0, 0]
  const fill = `${parts.join(' ')} rg`
  fills.set(colour, fill)
  return fill
}
