import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zipSync } from 'fflate'
import { readWorkbook } from './workbook.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const bytes = (text: string) => new TextEncoder().encode(text)

type Parts = {
  rows: string
  more?: string
  strings?: string
  formats?: string[]
  properties?: string
  prefix?: string
}

/** A workbook of one sheet. Cell styles 1 and on have the given formats. */
function aBook({
  rows,
  more = '',
  strings = '',
  formats = [],
  properties = '',
  prefix = '',
}: Parts) {
  const p = prefix && `${prefix}:`
  const namespace = prefix ? `xmlns:${prefix}="${main}"` : `xmlns="${main}"`
  const numbers = formats.map(
    (code, index) => `<numFmt numFmtId="${200 + index}" formatCode="${code}"/>`,
  )
  const styles = formats.map(
    (code, index) => `<xf numFmtId="${/^\d+$/.test(code) ? code : 200 + index}"/>`,
  )
  return zipSync({
    'xl/workbook.xml': bytes(
      `<${p}workbook ${namespace} xmlns:r="r">${properties}<${p}sheets><${p}sheet name="Hidden" sheetId="2" state="hidden" r:id="rId9"/><${p}sheet name="Friday" sheetId="1" r:id="rId1"/></${p}sheets></${p}workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': bytes(
      '<Relationships><Relationship Id="rId1" Target="/xl/worksheets/sheet1.xml"/></Relationships>',
    ),
    'xl/sharedStrings.xml': bytes(`<sst xmlns="${main}">${strings}</sst>`),
    'xl/styles.xml': bytes(
      `<styleSheet xmlns="${main}"><numFmts>${numbers.join('')}</numFmts><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`,
    ),
    'xl/worksheets/sheet1.xml': bytes(
      `<${p}worksheet ${namespace}><${p}sheetData>${rows}</${p}sheetData>${more}</${p}worksheet>`,
    ),
    'xl/media/image1.png': new Uint8Array(8),
  })
}

async function read(parts: Parts) {
  const [sheet, ...others] = await readWorkbook(aBook(parts), 'lineup.xlsx')
  assert.deepEqual(others, [])
  assert.equal(sheet?.name, 'Friday')
  return sheet?.rows.map(({ line, cells }) => [line, ...cells])
}

test('texts stand in the cell, in the shared table, or in pieces; a formula has its result', async () => {
  const strings =
    '<si><t xml:space="preserve"> Ebb Trio </t></si><si><r><t>Low </t></r><r><rPr/><t>Meadow</t></r><rPh sb="0" eb="1"><t>reading</t></rPh></si>'
  const rows =
    '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c></row>' +
    '<row><c t="inlineStr"><is><t>Quay &amp; Crane</t></is></c><c t="str"><f>A1</f><v>Result</v></c><c t="b"><v>1</v></c><c t="e"><v>#REF!</v></c><c><v>112</v></c></row>'
  assert.deepEqual(await read({ rows, strings }), [
    [2, 'Ebb Trio', '', 'Low Meadow'],
    [3, 'Quay & Crane', 'Result', '1', '', '112'],
  ])
})

test('elements may have a prefix', async () => {
  const rows = '<x:row r="1"><x:c r="B1"><x:v>3</x:v></x:c></x:row>'
  assert.deepEqual(await read({ rows, prefix: 'x' }), [[1, '', '3']])
})

const dates: [format: string, value: string, text: string][] = [
  ['14', '46585', '2027-07-17'],
  ['22', '46585.8541666', '2027-07-17 20:30'],
  ['20', '0.8541666', '20:30'],
  ['18', '0.85416666667', '20:30'],
  ['46', '1.0208333', '24:30'],
  ['[h]:mm', '1.0625', '25:30'],
  ['hh:mm', '46585.8541666', '2027-07-17 20:30'],
  ['dd.mm.yyyy', '46585', '2027-07-17'],
  ['dddd', '46585', '2027-07-17'],
  ['[$-407]dddd, d. mmmm yyyy', '46585', '2027-07-17'],
  ['yyyy\\-mm\\-dd', '46585.99999', '2027-07-18'],
  ['d/m/yyyy\\ h:mm;@', '46585.5', '2027-07-17 12:00'],
  ['0.00', '0.8541666', '0.8541666'],
  ['#,##0 &quot;days&quot;', '46585', '46585'],
  ['@', '46585', '46585'],
  ['mmm', '46585', '2027-07-17'],
  // LibreOffice 25.2 gives every cell the format 164, which it calls "General".
  ['General', '1975', '1975'],
  ['0.00E+00', '112', '112'],
]
for (const [format, value, text] of dates) {
  test(`${value} in the format ${format} is ${text}`, async () => {
    const rows = `<row r="1"><c r="A1" s="1"><v>${value}</v></c></row>`
    assert.deepEqual(await read({ rows, formats: [format] }), [[1, text]])
  })
}

test('the calendar since 1904 is read', async () => {
  const rows = '<row r="1"><c r="A1" s="1"><v>45123.5</v></c></row>'
  const properties = '<workbookPr date1904="1"/>'
  assert.deepEqual(await read({ rows, properties, formats: ['22'] }), [[1, '2027-07-17 12:00']])
})

test('the text of merged cells stands in each of their rows, a title over a row only in its corner', async () => {
  const cell = (at: string, text: string) =>
    `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
  const rows =
    `<row r="1">${cell('A1', 'Harbour Nights')}</row><row r="2">${cell('A2', 'Quay')}${cell('B2', 'Ebb Trio')}</row>` +
    `<row r="3">${cell('B3', 'Low Meadow')}</row><row r="4">${cell('A4', 'Crane')}${cell('B4', 'Silent')}</row>`
  const more = '<mergeCells><mergeCell ref="A1:D1"/><mergeCell ref="A2:A3"/></mergeCells>'
  assert.deepEqual(await read({ rows, more }), [
    [1, 'Harbour Nights'],
    [2, 'Quay', 'Ebb Trio'],
    [3, 'Quay', 'Low Meadow'],
    [4, 'Crane', 'Silent'],
  ])
})

test('a workbook that unzips to more than 64 MB, and other archives, are refused', async () => {
  const bomb = zipSync({ 'xl/workbook.xml': new Uint8Array(65 * 1024 * 1024) })
  assert.ok(bomb.length < 100_000)
  await assert.rejects(
    readWorkbook(bomb, 'bomb.xlsx'),
    /bomb\.xlsx has more than 64 MB when it is unzipped/,
  )
  const archive = zipSync({ 'readme.txt': bytes('x') })
  await assert.rejects(
    readWorkbook(archive, 'a.zip'),
    /a\.zip is no workbook: save it as \.xlsx or as CSV/,
  )
})
