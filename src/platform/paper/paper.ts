/** Pages with text in every script and direction, tagged for readers that read aloud (PDF 1.7, ISO 32000-1 §14.8). */
import { type Faces, facesFor } from './faces.ts'
import { type Line, linesOf, printable } from './lines.ts'

type Document = PDFKit.PDFDocument
export type Look = {
  size: number
  colour: string
  isBold?: boolean
  /** the most lines; an ellipsis stands for the rest */
  lines?: number
  align?: 'start' | 'right' | 'center'
  /** the kind of element (ISO 32000-1, table 333 and following), else a paragraph */
  element?: 'P' | 'H1' | 'H2' | 'TH' | 'TD'
}
type Box = { x: number; y: number; width: number }
type About = {
  size: [width: number, height: number] | 'A4'
  /** tag of its language (BCP 47) */
  language: string
  title: string
  at: Date
}
/** The height of a line, in font sizes, and the place of the letters' foot in it: those of DejaVu, in every font. */
const [lineHeight, ascent] = [1.164, 0.928]

export type Paper = Awaited<ReturnType<typeof openPaper>>

/** Opens a document; `texts` are the texts that may be in any script: their fonts are loaded. */
export async function openPaper({ size, language, title, at }: About, texts: string[]) {
  // Loaded with the first document, so that the service starts without waiting for it.
  const [{ default: PDFDocument }, faces] = await Promise.all([import('pdfkit'), facesFor(texts)])
  const document = new PDFDocument({
    size,
    // All text stays inside the page, so no text adds a page.
    margin: 0,
    lang: language,
    displayTitle: true,
    tagged: true,
    pdfVersion: '1.7',
    info: { Title: title, CreationDate: at },
  })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const written = new Promise((resolve) => document.once('end', resolve))
  const root = document.struct('Document')
  document.addStructure(root)
  let parent = root
  const tag = (element: string, about: { actual?: string; alt?: string }, draw: () => void) => {
    const content = document.markStructureContent(element)
    draw()
    document.endMarkedContent()
    parent.add(document.struct(element, about, content))
  }
  return {
    document,
    write: writerOn(document, faces, tag),
    /** Makes what is drawn by a function parts of one element, such as the rows of a table. */
    within: (element: 'Table' | 'TR', draw: () => void) => {
      const [outer, inner] = [parent, document.struct(element)]
      outer.add(inner)
      parent = inner
      draw()
      inner.end()
      parent = outer
    },
    /** Draws a picture; a reader that reads aloud says its `alt`. */
    picture: (alt: string, draw: () => void) => tag('Figure', { alt }, draw),
    /** Draws what says nothing, such as a background. */
    decorate: (draw: () => void) => {
      document.markContent('Artifact')
      draw()
      document.endMarkedContent()
    },
    end: async (): Promise<Buffer> => {
      root.end()
      document.end()
      await written
      return Buffer.concat(chunks)
    },
  }
}

type Tag = (element: string, about: { actual?: string }, draw: () => void) => void

/**
 * Returns a function that writes a paragraph or another element, and returns the height below it. The text begins on the
 * side on which its script begins.
 */
function writerOn(document: Document, faces: Faces, tag: Tag) {
  return (text: string, { x, y, width }: Box, { element = 'P', ...look }: Look) => {
    const { size, isBold = false, lines = 1 } = look
    const limits = { faces: isBold ? faces.bold : faces.regular, width: width / size, lines }
    const found = linesOf(text, limits)
    if (found.length === 0) return y
    const isPlain = found.every(
      ({ isRtl, runs }) => !isRtl && runs.every((run) => run.marks.length === 0),
    )
    tag(element, isPlain ? {} : { actual: printable(text) }, () => {
      for (const [index, line] of found.entries()) {
        const at = { x: x + startOf(line, width, look), y: y + index * size * lineHeight, look }
        drawLine(document, line, at)
      }
    })
    return y + found.length * size * lineHeight
  }
}

function startOf(line: Line, width: number, { size, align = 'start' }: Look): number {
  const rest = width - line.width * size
  if (align === 'center') return rest / 2
  return align === 'right' || line.isRtl ? rest : 0
}

type Drawn = { x: number; y: number; look: Look }

function drawLine(document: Document, { runs }: Line, { x, y, look: { size, colour } }: Drawn) {
  let left = x
  const foot = y + ascent * size
  for (const { face, glyphs, marks, width } of runs) {
    face.load(glyphs)
    document
      .font(face.pdf, face.name)
      .fontSize(size)
      .fillColor(colour)
      // Not from the cache, which goes by the text.
      .text('x', left, foot, { features: [], lineBreak: false, baseline: 'alphabetic' })
    const scale = size / face.unitsPerEm
    for (const { path, ...at } of marks) {
      document.save().translate(left + at.x * scale, foot - at.y * scale)
      document.scale(scale, -scale).path(path).fill(colour).restore()
    }
    left += width * size
  }
}
