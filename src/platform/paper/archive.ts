/**
 * PDF/A-3b (ISO 19005-3): a PDF for archives, with files inside. pdfkit 0.20.2 writes XMP only if the version is stated too,
 * and writes the title into it as it is.
 */
import { escapeXml } from '#platform/values/text'

export type Archive = {
  /** elements of RDF that describe the files */
  xmp: string
  files: { name: string; type: string; bytes: Buffer }[]
}

/** Options of pdfkit for an archive. */
export const archiveOptions = { subset: 'PDF/A-3b', pdfVersion: '1.7' } as const

type Document = PDFKit.PDFDocument & { appendXML: (xml: string) => void; endMetadata: () => void }

/** Adds files and their description to a document. */
export function addArchive(open: PDFKit.PDFDocument, { xmp, files }: Archive, at: Date): void {
  const document = open as Document
  for (const { name, type, bytes } of files) {
    const about = { name, type, relationship: 'Alternative', creationDate: at, modifiedDate: at }
    document.file(bytes, about)
  }
  document.appendXML(xmp)
  const { endMetadata } = document
  document.endMetadata = () => {
    document.info.Title = escapeXml(document.info.Title ?? '')
    endMetadata.call(document)
  }
}
