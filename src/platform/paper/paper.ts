/** Pages with text in every script and direction, tagged for readers that read aloud (PDF 1.7, ISO 32000-1 §14.8). */
import { type Archive, addArchive, archiveOptions } from './archive.ts'
import { lineWriter } from './draw.ts'
import { type Faces, facesFor } from './faces.ts'
import { printable } from './lines.ts'
import { loadPaperDocument } from './pdf-document.ts'
import { placeText, type Sheet } from './sheet.ts'

export type { Look } from './sheet.ts'

type Document = PDFKit.PDFDocument
type About = {
  size: [width: number, height: number] | 'A4'
  /** tag of its language (BCP 47) */
  language: string
  title: string
  at: Date
  /** makes it PDF/A-3b; its pages stay in memory until its end */
  archive?: Archive
}
export type Paper = Awaited<ReturnType<typeof openPaper>>

/** Opens a document; `texts` are the texts that may be in any script: their fonts are loaded. */
export async function openPaper(about: About, texts: string[]) {
  const { archive, at } = about
  const [PaperDocument, faces] = await Promise.all([loadPaperDocument(), facesFor(texts)])
  const document = new PaperDocument(optionsOf(about))
  if (archive) addArchive(document, archive, at)
  const root = document.struct('Document')
  document.addStructure(root)
  let parent = root
  const decorate = (draw: () => void) => {
    document.markContent('Artifact')
    draw()
    document.endMarkedContent()
  }
  const tag = (element: string, about: { actual?: string; alt?: string }, draw: () => void) => {
    if (element === 'Artifact') return decorate(draw)
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
    /** One path, filled at once, so that no viewer shows seams between rectangles. */
    fillRectangles: (alt, rectangles) =>
      tag('Figure', { alt }, () => {
        for (const { x, y, width, height } of rectangles) document.rect(x, y, width, height)
        document.fill('#000')
      }),
    /** Draws what says nothing, such as a background. */
    decorate,
    end: (): Buffer => {
      root.end()
      document.end()
      return document.bytes()
    },
  } satisfies Sheet & Record<string, unknown>
}

const optionsOf = ({ size, language, title, at, archive }: About): PDFKit.PDFDocumentOptions => ({
  size,
  // Else pdfkit reads Helvetica for each document.
  font: '',
  // All text stays inside the page, so no text adds a page.
  margin: 0,
  lang: language,
  displayTitle: true,
  tagged: true,
  ...(archive ? { ...archiveOptions, bufferPages: true } : { pdfVersion: '1.7' }),
  info: { Title: title, CreationDate: at },
})

type Tag = (element: string, about: { actual?: string }, draw: () => void) => void

/**
 * Returns a function that writes a paragraph or another element, and returns the height below it. The text begins on the
 * side on which its script begins.
 */
function writerOn(document: Document, faces: Faces, tag: Tag): Sheet['write'] {
  const draw = lineWriter(document)
  return (text, box, { element = 'P', ...look }) => {
    const { lines, bottom } = placeText(faces, { text, box, look })
    if (lines.length === 0) return bottom
    const isPlain = lines.every(
      ({ isRtl, runs }) => !isRtl && runs.every((run) => run.marks.length === 0),
    )
    tag(element, isPlain ? {} : { actual: printable(text) }, () => {
      for (const line of lines) draw(line, look)
    })
    return bottom
  }
}
