import type { DocumentData } from '../model/document.ts'
import { renderPdf } from '../pdf/pdf.ts'
import { renderXml } from '../xml/cii.ts'

/** The files of a document: its XML in the profile EN 16931, and its PDF with this XML inside. */
export type Files = { xml: Uint8Array; pdf: Uint8Array }

/** Makes the files of a document in this thread. */
export async function renderDocument(document: DocumentData): Promise<Files> {
  const xml = renderXml(document, { profile: 'en16931' })
  return { xml: Buffer.from(xml), pdf: await renderPdf(document, xml) }
}
