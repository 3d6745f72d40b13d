/**
 * Invoices as CII: the sum rules of EN 16931 by a checker of the tests' own, the schema, and a reader of Factur-X
 * (factur-x-kit 0.3.1). From outside, 309 such documents in each profile were run through CEN's rules 1.3.16 and KoSIT's
 * rules for XRechnung 3.0 (Saxon 9.9): none failed.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FacturX } from 'factur-x-kit'
import fc from 'fast-check'
import { languageCodes } from '#platform/values/reader-languages'
import { brokenRules, validateSchema } from '../../../../test/documents/en16931.ts'
import { aDocument, creditOf, open } from '../../../../test/documents/random.ts'
import {
  anInvoice,
  company,
  orderA,
  orderB,
  orderC,
  seller,
} from '../../../../test/documents/samples.ts'
import type { DocumentData } from '../model/document.ts'
import { missingForXRechnung, renderXml } from './cii.ts'
import type { Profile } from './settlement.ts'

const xmlOf = (document: DocumentData, profile: Profile = 'en16931') =>
  renderXml(document, { profile })
const valuesOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<ram:${name}(?: [^>]*)?>([^<]*)<`, 'g'))].map(([, value]) => value)

const orders: [string, DocumentData, Record<string, string[]>][] = [
  [
    'A',
    orderA(),
    { BasisAmount: ['1678.99'], CalculatedAmount: ['319.01'], ChargeAmount: ['8.394958'] },
  ],
  [
    'B',
    orderB(),
    {
      ActualAmount: ['5.80', '2.90'],
      BasisAmount: ['94.20', '47.10'],
      CalculatedAmount: ['17.90', '3.30'],
      GrandTotalAmount: ['162.50'],
      TotalPrepaidAmount: ['162.50'],
      DuePayableAmount: ['0.00'],
    },
  ],
  [
    'C',
    orderC(),
    {
      BasisAmount: ['25.18'],
      CalculatedAmount: ['4.79'],
      LineTotalAmount: ['8.40', '8.39', '8.39', '25.18'],
    },
  ],
]
for (const [name, document, values] of orders) {
  test(`order ${name} has its values`, () => {
    const xml = xmlOf(document)
    for (const [element, expected] of Object.entries(values)) {
      assert.deepEqual(valuesOf(xml, element), expected, element)
    }
    assert.deepEqual(brokenRules(xml), [])
  })
}

test('1,000 random documents keep every sum rule, and the schema of Factur-X', () => {
  fc.assert(
    fc.property(
      aDocument,
      fc.constantFrom<Profile>('en16931', 'xrechnung'),
      (document, profile) => {
        const xml = xmlOf(document, profile)
        assert.deepEqual(brokenRules(xml), [])
        validateSchema(xml)
      },
    ),
    { numRuns: 1_000 },
  )
})

/** Each changes one value of order B, and names the rules that then fail. */
const faults: [from: string, to: string, broken: string[]][] = [
  ['LineTotalAmount>150.00', 'LineTotalAmount>150.01', ['BR-CO-10', 'BR-CO-13']],
  ['AllowanceTotalAmount>8.70', 'AllowanceTotalAmount>8.69', ['BR-CO-11', 'BR-CO-13']],
  [
    'TaxTotalAmount currencyID="EUR">21.20',
    'TaxTotalAmount currencyID="EUR">21.21',
    ['BR-CO-14', 'BR-CO-15'],
  ],
  ['GrandTotalAmount>162.50', 'GrandTotalAmount>162.51', ['BR-CO-15', 'BR-CO-16']],
  ['DuePayableAmount>0.00', 'DuePayableAmount>-0.01', ['BR-CO-16']],
  ['BasisAmount>94.20', 'BasisAmount>94.21', ['BR-S-08']],
  ['CalculatedAmount>17.90', 'CalculatedAmount>18.90', ['BR-CO-14', 'BR-S-09', 'BR-CO-17']],
  ['ChargeAmount>50.000000', 'ChargeAmount>50.020001', ['PEPPOL-EN16931-R120']],
  ['false</udt:Indicator>', 'true</udt:Indicator>', ['BR-CO-11', 'BR-CO-12', 'BR-S-08']],
]
for (const [from, to, broken] of faults) {
  test(`the checker finds ${to} instead of ${from.split('>')[1]}`, () => {
    const xml = xmlOf(orderB())
    assert.ok(xml.includes(from))
    assert.deepEqual(brokenRules(xml.replace(from, to)), broken)
  })
}

test('the checker finds VAT of what is exempt, a reason that is missing, and a category without its sum', () => {
  const exempt = xmlOf(
    anInvoice([{ units: 1, priceCents: 500, vat: { rate: null, exemption: 'Club' } }]),
  )
  const vat = exempt.replace('CalculatedAmount>0.00', 'CalculatedAmount>0.01')
  assert.deepEqual(brokenRules(vat), ['BR-CO-14', 'BR-E-09'])
  const silent = exempt.replace('<ram:ExemptionReason>Club</ram:ExemptionReason>', '')
  assert.deepEqual(brokenRules(silent), ['BR-E-10'])
  const mixed = exempt.replace('CategoryCode>E<', 'CategoryCode>Z<')
  assert.deepEqual(brokenRules(mixed), ['BR-E-08', 'BR-Z-01', 'BR-E-01'])
})

/** Documents of each kind, for readers. */
const samples: Record<string, DocumentData> = {
  consumer: orderB(),
  company: { ...orderA(), buyer: company },
  transfer: open(orderC()),
  credit: creditOf(orderB(), [50]),
  exempt: anInvoice(
    [
      {
        units: 2,
        priceCents: 4_500,
        vat: { rate: null, exemption: 'Small business, section 19 UStG' },
      },
    ],
    {
      seller: { ...seller, vatId: null, vatNote: 'Small business, section 19 UStG' },
    },
  ),
  day: { ...orderC(), deliveredUntil: '2027-07-09' },
  receipt: { ...orderA(), receipt: '2027-000815', livemode: false },
}
for (const [name, document] of Object.entries(samples)) {
  test(`factur-x-kit reads ${name}`, async () => {
    const xml = xmlOf(document)
    validateSchema(xml)
    assert.deepEqual(brokenRules(xml), [])
    const { object } = await FacturX.fromXML(xml)
    const read = JSON.stringify(object)
    for (const text of [document.number, document.seller.name]) assert.ok(read.includes(text), read)
  })
}

test('a credit note names the invoice that it corrects', () => {
  const xml = xmlOf(creditOf(orderB(), [50]))
  assert.deepEqual(valuesOf(xml, 'TypeCode')[0], '381')
  assert.match(
    xml,
    /<ram:InvoiceReferencedDocument><ram:IssuerAssignedID>HN-2027-000042<.*102">20270301</,
  )
})

const authority = { ...company, leitwegId: '04011000-12345-03', city: 'Bremen', postcode: '28195' }

test('a credit note of a transfer names no account: that of its buyer is not known', () => {
  const xml = xmlOf(creditOf(open(orderC()), [100]))
  assert.deepEqual(brokenRules(xml), [])
  assert.ok(!xml.includes('IBANID'))
  assert.match(xml, /PaymentMeans><ram:TypeCode>1</)
})

test('an XRechnung goes to the Leitweg-ID of its buyer', () => {
  const xml = xmlOf({ ...orderA(), buyer: authority }, 'xrechnung')
  assert.deepEqual(valuesOf(xml, 'BuyerReference'), ['04011000-12345-03'])
  assert.match(xml, /schemeID="0204">04011000-12345-03</)
  assert.match(xml, /#compliant#urn:xeinkauf\.de:kosit:xrechnung_3\.0</)
  // BR-DE-24-a: a card needs digits of its number.
  assert.ok(xml.includes('<ram:TypeCode>68<'))
})

test('an XRechnung always has a reference of the buyer, else the number of the order', () => {
  const references = [authority, company, { ...company, orderReference: null }].map(
    (buyer) => valuesOf(xmlOf({ ...orderA(), buyer }, 'xrechnung'), 'BuyerReference')[0],
  )
  assert.deepEqual(references, ['04011000-12345-03', 'PO-4711', 'K7Q2-9XWM'])
})

test('what an XRechnung still needs is named by field', () => {
  assert.deepEqual(missingForXRechnung({ ...orderA(), buyer: authority }), [])
  const bare = { ...seller, phone: null, email: null }
  assert.deepEqual(missingForXRechnung({ ...orderB(), seller: bare }), [
    'seller.contact_phone',
    'seller.contact_email',
    'buyer.city',
    'buyer.postcode',
  ])
})

test('a seller without a VAT id is found by its tax number (BR-CO-26)', () => {
  const xml = xmlOf({ ...orderA(), seller: { ...seller, vatId: null } })
  assert.match(xml, /<ram:SellerTradeParty><ram:ID>27\/123\/45678<\/ram:ID><ram:Name>/)
})

test('names that look like markup, and characters that XML cannot have, keep it well-formed', () => {
  const name = 'A & B <script> "x" \u0000\u0007\ufffe\ud83d 🎸 مهرجان'
  const xml = xmlOf({ ...orderA(), buyer: { ...company, company: name } })
  validateSchema(xml)
  assert.ok(xml.includes('<ram:Name>A &amp; B &lt;script&gt; &quot;x&quot;'))
})

for (const language of languageCodes) {
  test(`reasons and notes are in the language of the reader: ${language}`, () => {
    const xml = xmlOf({ ...orderB(), language, receipt: '815' })
    validateSchema(xml)
    assert.equal(valuesOf(xml, 'Reason').length, 2)
    assert.match(valuesOf(xml, 'Content')[0] ?? '', /^\S.*: 815$/)
  })
}
