/** The lines of a document as a table, whose head is repeated on each page. */
import { wordsIn } from '#common/words/all'
import type { DocumentData, DocumentLine } from '../model/document.ts'
import { type Formats, formatsIn } from './formats.ts'
import {
  type Cell,
  type Column,
  ensureRoom,
  inner,
  looks,
  margin,
  type Page,
  row,
  rule,
} from './page.ts'

const widths = [46, 82, 62, 90]
/** Where the numbers begin, from left to right: units, price, VAT, amount. */
const columns = widths.map((width, nth): Column => {
  const rest = widths.slice(nth).reduce((sum, one) => sum + one, 0)
  return { x: margin + inner - rest + 6, width: width - 6 }
})
const first = { x: margin, width: inner - widths.reduce((sum, one) => sum + one, 0) }

export function writeLines(page: Page, document: DocumentData): void {
  const { lines, language } = document
  const words = wordsIn(language).documents
  const formats = formatsIn(language)
  const head = [words.item, words.units, words.price, words.vat, words.amount]
  const writeTableHead = () => row(page, cellsOf(head, 'TH'), { gap: 4, isRuled: true })
  page.paper.within('Table', () => {
    ensureRoom(page, 80)
    writeTableHead()
    for (const line of lines) {
      if (ensureRoom(page, 34)) writeTableHead()
      row(page, lineCells(line, formats, words.exempt), { gap: 2 })
      page.y = writeDetails(page, line, formats)
    }
  })
  rule(page, { x: margin, width: inner })
}

function cellsOf(texts: string[], element: 'TH' | 'TD'): Cell[] {
  const look = element === 'TH' ? looks.faint : looks.text
  return texts.map((text, nth) => {
    const column = columns[nth - 1]
    return column
      ? { text, column, look: { ...look, element, align: 'right', lines: 2 } }
      : { text, column: first, look: { ...look, element } }
  })
}

function lineCells(
  { item, units, grossCents, vat }: DocumentLine,
  { money, count, rate }: Formats,
  exempt: string,
): Cell[] {
  const vatText = vat.exemption === null ? rate(vat.rate ?? 0) : exempt
  // Units of which different parts are given back have no common price.
  const price = grossCents % units === 0 ? money(grossCents / units) : ''
  return cellsOf([item, count(units), price, vatText, money(grossCents)], 'TD')
}

/** Writes festival and days below the item, and returns the height below them. */
function writeDetails({ paper, y }: Page, line: DocumentLine, { days }: Formats): number {
  const { festival, validFrom, validUntil } = line
  const text = [festival, days(validFrom, validUntil)].filter(Boolean).join(', ')
  return paper.write(text, { ...first, y }, looks.faint) + 7
}
