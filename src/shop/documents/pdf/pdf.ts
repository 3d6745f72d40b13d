/** Documents as PDF/A-3b with their XML inside: pages of A4, in the language of the reader, tagged. */
import { wordsIn } from '#common/words/all'
import { openPaper } from '#platform/paper/paper'
import type { DocumentData } from '../model/document.ts'
import { sumsOf } from '../model/sums.ts'
import { facturX } from './factur-x.ts'
import { writeHead, writeHeadline, writeParties } from './head.ts'
import { writeLines } from './lines.ts'
import { inner, looks, margin, type Page, pageHeight } from './page.ts'
import { writeSums, writeTransfer, writeVat } from './sums.ts'

/**
 * Renders a document with its XML in the profile EN 16931 inside. Within one version of the service, the same document
 * gives the same bytes: all times in the file are the start of the day of issue.
 */
export async function renderPdf(document: DocumentData, xml: string): Promise<Buffer> {
  const { kind, number, language, issuedOn } = document
  const words = wordsIn(language).documents
  const title = `${kind === 'invoice' ? words.invoice : words.creditNote} ${number}`
  const at = new Date(`${issuedOn}T00:00:00Z`)
  const about = { size: 'A4', language, title, at, archive: facturX(xml) } as const
  const paper = await openPaper(about, textsOf(document))
  const page: Page = { paper, y: margin }
  const sums = sumsOf(document)
  writeHead(page, document)
  writeParties(page, document)
  writeHeadline(page, document, sums)
  writeLines(page, document)
  writeSums(page, document, sums)
  writeVat(page, document, sums)
  writeTransfer(page, document, sums)
  writeFooters(page, document)
  return paper.end()
}

/** Returns the texts that people have entered, which may be in any script. */
const textsOf = ({ seller, buyer, lines, payment }: DocumentData): string[] =>
  [seller, buyer, payment.account ?? {}, ...lines, ...lines.map(({ vat }) => vat)]
    .flatMap((part): unknown[] => Object.values(part))
    .filter((value) => typeof value === 'string')

/** Writes the seller and the number of the page at the foot of each page, once their count is known. */
function writeFooters({ paper }: Page, { seller, number, language }: DocumentData): void {
  const words = wordsIn(language).documents
  const { count } = paper.document.bufferedPageRange()
  const y = pageHeight - 42
  for (let nth = 0; nth < count; nth++) {
    paper.document.switchToPage(nth)
    const text = [seller.name, seller.vatId, number].filter(Boolean).join(' · ')
    paper.write(text, { x: margin, y, width: inner - 100 }, looks.footer)
    const pages = words.page(nth + 1, count)
    paper.write(
      pages,
      { x: margin + inner - 96, y, width: 96 },
      { ...looks.footer, align: 'right' },
    )
  }
}
