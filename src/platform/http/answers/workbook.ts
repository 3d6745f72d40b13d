/** A workbook (.xlsx) of one sheet, written as its rows come. */
import { Zip, ZipDeflate } from 'fflate'
import { localTime } from '#platform/zones/local-time'

type Cell = string | number | Date | null

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** The parts beside the sheet. Style 1 is a time, style 2 the header. */
const parts: Record<string, string> = {
  '[Content_Types].xml': `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/></Types>`,
  '_rels/.rels': `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${xml}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${xml}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/><xf xfId="0" numFmtId="22" applyNumberFormat="1"/><xf xfId="0" fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
}

const encoder = new TextEncoder()
/** Time of the parts in the archive: the same rows are the same bytes at any time, in any zone. */
const mtime = new Date('1980-01-02T12:00:00Z')

/** Writes the columns and the rows of chunks. Times are those of the clocks of a zone. */
export async function* workbookOf(
  columns: string[],
  chunks: AsyncIterable<Cell[][]>,
  zone: string,
): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    written.push(bytes)
  })
  const add = (name: string) => {
    const part = Object.assign(new ZipDeflate(name), { mtime })
    zip.add(part)
    return part
  }
  for (const [name, text] of Object.entries(parts)) add(name).push(encoder.encode(text), true)
  const sheet = add('xl/worksheets/sheet1.xml')
  const head = columns.map((column, at) => textCell(column, `${letters(at)}1`, 2)).join('')
  sheet.push(encoder.encode(`${xml}<worksheet xmlns="${main}"><sheetData><row r="1">${head}</row>`))
  let above = 1
  for await (const rows of chunks) {
    const first = above + 1
    sheet.push(encoder.encode(rows.map((row, nth) => rowOf(row, first + nth, zone)).join('')))
    above += rows.length
    yield* written.splice(0)
  }
  sheet.push(encoder.encode('</sheetData></worksheet>'), true)
  zip.end()
  yield* written.splice(0)
}

/** The number of a row and the place of a cell may be absent, but exceljs 4.4.0 refuses a row without. */
const rowOf = (cells: Cell[], row: number, zone: string) =>
  `<row r="${row}">${cells.map((cell, at) => cellOf(cell, `${letters(at)}${row}`, zone)).join('')}</row>`

/** The letters of a column: 0 is A, 26 is AA. */
function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last
}

function cellOf(cell: Cell, place: string, zone: string): string {
  if (cell === null || cell === '') return `<c r="${place}"/>`
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  return typeof cell === 'string'
    ? textCell(cell, place)
    : `<c r="${place}" s="1"><v>${serialOf(cell, zone)}</v></c>`
}

const textCell = (text: string, place: string, style = 0) =>
  `<c r="${place}" t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

/**
 * Control characters have no form in XML 1.0. A text such as `_x0041_` stands for a character (ECMA-376, 22.9.2.19), so that
 * its first `_` is written as `_x005F_`.
 */
const escaped = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\ufffe\uffff]/gu, (control) => ('\t\n\r'.includes(control) ? control : ''))
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;' })[sign] ?? '&gt;')

/** Days since 30 December 1899, as workbooks count them. */
const serialOf = (time: Date, zone: string) =>
  (localTime(time, zone).getTime() - Date.UTC(1899, 11, 30)) / 86_400_000
