import type { DocumentData } from '../model/document.ts'
import { renderPdf } from '../pdf/pdf.ts'
import { renderXml } from '../xml/cii.ts'
import type { Files } from './render.ts'

/** Makes the files of a document: its XML, and its PDF with the XML inside. */
export async function renderFiles(data: DocumentData): Promise<Files> {
  const xml = renderXml(data, { profile: 'en16931' })
  return { xml: Buffer.from(xml), pdf: await renderPdf(data, xml) }
}
