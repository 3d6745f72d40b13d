/** Workbooks (.xlsx): the cells of each sheet as the text that a person sees, dates as ISO 8601. */
import { unzipSync } from 'fflate'
import { invalid } from '#platform/values/errors'
import { cellText, type Style } from './cell-text.ts'
import type { Sheet, SheetRow } from './csv.ts'
import { columnOf, fillMerged, lastColumn } from './merged-cells.ts'
import { child, childrenOf, type Element, parseXml, textOf } from './xml.ts'

/** The most that the parts of a workbook may have together, unzipped, in bytes. */
const mostBytes = 64 * 1024 * 1024
const mostCells = 1_000_000

type Parts = Record<string, Uint8Array>

/** Reads the visible sheets of a workbook. The text of a merged cell stands in each of its cells. */
export async function readWorkbook(bytes: Uint8Array, file: string): Promise<Sheet[]> {
  const parts = unzip(bytes, file)
  const read = async (path: string) => {
    const part = parts[path.replace(/^\//, '')]
    return part && parseXml(part, file)
  }
  const book = await read('xl/workbook.xml')
  if (!book) throw invalid(`${file} is no workbook: save it as .xlsx or as CSV`)
  const targets = targetsOf(await read('xl/_rels/workbook.xml.rels'))
  const texts = sharedTexts(await read('xl/sharedStrings.xml'))
  const styles = stylesOf(await read('xl/styles.xml'))
  const isSince1904 = isOn(child(book, 'workbookPr')?.attributes['date1904'])
  const sheets: Sheet[] = []
  for (const { attributes } of childrenOf(child(book, 'sheets'), 'sheet')) {
    if (attributes['state'] !== undefined && attributes['state'] !== 'visible') continue
    const sheet = await read(targets.get(attributes['id'] ?? '') ?? '')
    if (sheet?.name !== 'worksheet') continue
    sheets.push({ name: attributes['name'], rows: rowsOf(sheet, { texts, styles, isSince1904 }) })
  }
  return sheets
}

const isOn = (flag: string | undefined) => flag === '1' || flag === 'true'

function unzip(bytes: Uint8Array, file: string): Parts {
  let size = 0
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!/^xl\/.*\.(xml|rels)$/.test(name) || /\/(media|drawings|theme)\//.test(name))
          return false
        size += originalSize
        if (size > mostBytes) throw invalid(`${file} has more than 64 MB when it is unzipped`)
        return true
      },
    })
  } catch (error) {
    if (error instanceof Error && error.name === 'Problem') throw error
    throw invalid(`${file} is no workbook that can be read: save it again as .xlsx, or as CSV`)
  }
}

/** Returns the paths of the sheets by the ids of their relations. */
function targetsOf(relations: Element | undefined): Map<string, string> {
  return new Map(
    childrenOf(relations, 'Relationship').map(({ attributes: { Id = '', Target = '' } }) => [
      Id,
      Target.startsWith('/') ? Target : `xl/${Target}`,
    ]),
  )
}

/** Returns the texts that cells share; the readings of East Asian texts are left out. */
function sharedTexts(table: Element | undefined): string[] {
  return childrenOf(table, 'si').map(richText)
}

/** A text in one piece, or in pieces of several fonts. */
function richText(element: Element): string {
  const pieces = element.children.flatMap((part) => {
    if (part.name === 't') return [part.text]
    return part.name === 'r' ? [child(part, 't')?.text ?? ''] : []
  })
  return pieces
    .join('')
    .replace(/_x([0-9A-F]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
}

function stylesOf(sheet: Element | undefined): Style[] {
  const formats = new Map(
    childrenOf(child(sheet, 'numFmts'), 'numFmt').map(({ attributes }) => [
      Number(attributes['numFmtId']),
      attributes['formatCode'] ?? '',
    ]),
  )
  return childrenOf(child(sheet, 'cellXfs'), 'xf').map(({ attributes }) => {
    const id = Number(attributes['numFmtId'] ?? 0)
    return { id, code: formats.get(id) }
  })
}

type Book = { texts: string[]; styles: Style[]; isSince1904: boolean }

function rowsOf(sheet: Element, book: Book): SheetRow[] {
  const rows = new Map<number, string[]>()
  let [row, count] = [0, 0]
  for (const { attributes, children } of childrenOf(child(sheet, 'sheetData'), 'row')) {
    row = Number(attributes['r'] ?? row + 1)
    const cells: string[] = []
    let column = -1
    for (const cell of children) {
      column = cell.attributes['r'] ? columnOf(cell.attributes['r']) : column + 1
      if (column > lastColumn || ++count > mostCells)
        throw invalid('The sheet has too many cells: delete the empty ones')
      cells[column] = textOfCell(cell, book)
    }
    rows.set(
      row,
      Array.from(cells, (text) => text ?? ''),
    )
  }
  fillMerged(rows, sheet)
  return [...rows].map(([line, cells]) => ({ line, cells }))
}

function textOfCell(cell: Element, { texts, styles, isSince1904 }: Book): string {
  const { t: type = 'n', s: style = '0' } = cell.attributes
  const value = textOf(cell, 'v')
  switch (type) {
    case 'inlineStr':
      return richText(child(cell, 'is') ?? cell).trim()
    case 's':
      return texts[Number(value)]?.trim() ?? ''
    case 'n':
      return cellText(value, styles[Number(style)], isSince1904)
    case 'e':
      // An error, such as #REF!, is no text.
      return ''
    default:
      return value
  }
}
