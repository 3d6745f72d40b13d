/**
 * Documents as PDF/A-3b. pdfkit 0.20.2 writes a file that veraPDF accepts if its subset and its version are both stated,
 * all fonts are embedded, and the title is escaped in the XMP.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FacturX } from 'factur-x-kit'
import { XmlDocument } from 'libxml2-wasm'
import { languageCodes } from '#platform/values/reader-languages'
import { creditOf, open } from '../../../../test/documents/random.ts'
import { anInvoice, company, orderA, orderB, orderC } from '../../../../test/documents/samples.ts'
import { linesIn, objectsOf, pagesOf } from '../../../../test/pdf.ts'
import type { DocumentData } from '../model/document.ts'
import { renderXml } from '../xml/cii.ts'
import { renderPdf } from './pdf.ts'

const xmlOf = (document: DocumentData) => renderXml(document, { profile: 'en16931' })
const pdfOf = (document: DocumentData) => renderPdf(document, xmlOf(document))
const textOf = async (document: DocumentData) => (await linesIn(await pdfOf(document))).join('\n')

/** Asserts that texts are found in this order. */
function assertInOrder(text: string, expected: string[]) {
  let from = 0
  for (const one of expected) {
    const place = text.indexOf(one, from)
    assert.ok(place >= 0, `${one} is not in ${text.slice(from)}`)
    from = place + one.length
  }
}

test('an invoice has seller, buyer, lines, discounts, the VAT of each rate, and that it is paid', async () => {
  const text = await textOf(orderB())
  assertInOrder(text, ['Invoice', 'HN-2027-000042', '1 March 2027', '9–11 July 2027', 'K7Q2-9XWM'])
  assertInOrder(text, [
    'Harbour Nights GmbH',
    'Große Elbstraße 27',
    '22767 Hamburg',
    'Germany',
    'VAT ID DE136695976',
  ])
  assertInOrder(text, ['€162.50 paid', 'Weekend ticket', '€119.00', 'Camping', '€53.50'])
  assertInOrder(text, [
    'Subtotal',
    '€172.50',
    'Voucher',
    '-€10.00',
    'Total',
    '€162.50',
    'Paid by card',
    'Amount due',
    '€0.00',
  ])
  assertInOrder(text, ['19 %', '€94.20', '€17.90', '€112.10', '7 %', '€47.10', '€3.30', '€50.40'])
  assert.ok(text.includes('Page 1 of 1'))
})

test('a company is named before its buyer, with its VAT id and its reference', async () => {
  const text = await textOf({ ...orderA(), buyer: company })
  assertInOrder(text, [
    'PO-4711',
    'Bill to',
    'Analytical Engines Ltd & Co. KG',
    'Ada Lovelace',
    'Speicherstraße 1',
  ])
  assert.ok(text.includes('VAT ID DE811569869'))
})

test('a transfer has its account, its reference and its day', async () => {
  const text = await textOf(open(orderC()))
  assertInOrder(text, [
    '€29.97 due by 8 March 2027',
    'Amount due',
    '€29.97',
    'DE89 3704 0044 0532 0130 00',
    'RF18539007547034',
  ])
})

test('a transfer that has arrived, or goes back, has no account to pay to', async () => {
  const due = open(orderC())
  const paid = { ...due, payment: { ...due.payment, paidCents: 2_997 } }
  const back = {
    ...creditOf(due, [100]),
    payment: { ...paid.payment, reference: null, payUntil: null },
  }
  for (const document of [paid, back]) assert.ok(!(await textOf(document)).includes('DE89 3704'))
})

test('a credit note names its invoice, and what was refunded', async () => {
  const text = await textOf(creditOf(orderB(), [50]))
  assertInOrder(text, [
    'Credit note',
    '€81.25 refunded',
    'Corrects HN-2027-000042 of 1 March 2027',
    'Refunded to the card',
  ])
})

test('what has no VAT says why, and a test document says that it is one', async () => {
  const vat = { rate: null, exemption: 'Exempt under section 4 no. 20 UStG' }
  const text = await textOf(
    anInvoice([{ units: 1, priceCents: 500, vat }], { livemode: false, receipt: '815' }),
  )
  assertInOrder(text, [
    'Test document: nothing was sold',
    'Receipt',
    '815',
    'Exempt',
    vat.exemption,
  ])
})

test('200 lines fill several pages, each with the head of the table and its number', async () => {
  const lines = Array.from({ length: 200 }, (_, nth) => ({
    units: 1,
    priceCents: 999,
    item: `Ticket ${nth + 1}`,
  }))
  const pages = await pagesOf(await pdfOf(anInvoice(lines)))
  assert.ok(pages.length > 5)
  for (const [nth, page] of pages.entries()) {
    const text = page.lines.join('\n')
    assert.ok(text.includes(`Page ${nth + 1} of ${pages.length}`))
    if (/Ticket \d/.test(text)) assert.ok(text.includes('Unit price'))
  }
  const text = pages.flatMap((page) => page.lines).join('\n')
  for (const { item } of lines) assert.ok(text.includes(item), item)
})

test('a name of any script is on it as it is written', async () => {
  const names = ['مهرجان موازين', '山田 太郎', 'प्रिया शर्मा']
  for (const name of names)
    assert.ok((await textOf({ ...orderA(), buyer: { ...company, company: name } })).includes(name))
})

for (const language of languageCodes) {
  test(`it is in the language of its reader: ${language}`, async () => {
    const pdf = await pdfOf({ ...orderB(), language })
    assert.ok(pdf.includes(`/Lang (${language})`))
    const words = await linesIn(pdf)
    const other = await linesIn(
      await pdfOf({ ...orderB(), language: language === 'en' ? 'de' : 'en' }),
    )
    assert.notEqual(words[0], other[0])
  })
}

test('it is PDF/A-3b: one well-formed packet of XMP, an output intent, all fonts embedded', async () => {
  const pdf = await pdfOf({ ...orderA(), number: 'A&B <1>' })
  assert.equal(pdf.subarray(0, 8).toString('latin1'), '%PDF-1.7')
  const objects = objectsOf(pdf)
  const packets = objects.filter(({ about }) => about.includes('/Type /Metadata'))
  assert.equal(packets.length, 1)
  using xmp = XmlDocument.fromString(packets[0]?.stream?.toString('utf8') ?? '')
  const valueOf = (namespace: string, name: string) =>
    xmp.root.get(`//n:${name}`, { n: namespace })?.content
  const pdfa = 'http://www.aiim.org/pdfa/ns/id/'
  assert.deepEqual([valueOf(pdfa, 'part'), valueOf(pdfa, 'conformance')], ['3', 'B'])
  assert.match(valueOf('http://purl.org/dc/elements/1.1/', 'title') ?? '', /Invoice A&B <1>/)
  assert.ok(objects.some(({ about }) => about.includes('/Type /OutputIntent')))
  const fonts = objects.filter(({ about }) => /\/Type \/Font\n/.test(about))
  assert.ok(fonts.length >= 4)
  for (const { about } of fonts) assert.match(about, /\/Subtype \/(Type0|CIDFontType2)/)
  const descriptors = objects.filter(({ about }) => about.includes('/Type /FontDescriptor'))
  for (const { about } of descriptors) assert.match(about, /\/FontFile2 \d+ 0 R/)
  assert.equal(descriptors.length, fonts.length / 2)
})

test('its XML is attached as Factur-X names it, and described by an extension schema', async () => {
  const document = orderB()
  const objects = objectsOf(await pdfOf(document))
  const [file, specification, catalog, metadata] = [
    'EmbeddedFile',
    'Filespec',
    'Catalog',
    'Metadata',
  ].map((type) => {
    const { about = '', stream } = objects.find((one) => one.about.includes(`/Type /${type}`)) ?? {}
    return `${about}\n${stream?.toString('utf8')}`
  })
  const expected: [string | undefined, string[]][] = [
    [file, ['/Subtype /text#2Fxml', xmlOf(document)]],
    [specification, ['/AFRelationship /Alternative', '/UF (factur-x.xml)']],
    [catalog, ['/AF [']],
    [
      metadata,
      ['<fx:DocumentType>INVOICE<', '<fx:DocumentFileName>factur-x.xml<', '<fx:Version>1.0<'],
    ],
    [metadata, ['<fx:ConformanceLevel>EN 16931<', '<pdfaExtension:schemas>']],
  ]
  for (const [text, parts] of expected) {
    for (const part of parts) assert.ok(text?.includes(part), part)
  }
})

test('factur-x-kit finds the invoice in it', async () => {
  const { object } = await FacturX.fromPDF(await pdfOf(orderB()))
  assert.ok(JSON.stringify(object).includes('HN-2027-000042'))
})

test('the same document has the same bytes, whatever was rendered before', async () => {
  const first = await pdfOf(orderB())
  await pdfOf({ ...orderC(), language: 'fr', buyer: { ...company, company: 'Łódź fi ﬁ 山田' } })
  assert.ok(first.equals(await pdfOf(orderB())))
  assert.ok(!first.equals(await pdfOf(orderA())))
})

test('an ordinary invoice has 40 kB', async () => {
  const { length } = await pdfOf(orderB())
  assert.ok(length > 38_000 && length < 44_000, `${length}`)
})
