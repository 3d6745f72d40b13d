/**
 * Documents as Cross Industry Invoice (UN/CEFACT CII D22B), the XML of Factur-X, ZUGFeRD and XRechnung. Terms are those of
 * EN 16931-1, their order that of the schema of Factur-X 1.07.3.
 */
import { wordsIn } from '#common/words/all'
import type { DocumentData, DocumentLine } from '../model/document.ts'
import { categoryOf, type LineSums, sumsOf } from '../model/sums.ts'
import { amount, day, decimal, element, textElement } from './elements.ts'
import { buyerParty, sellerParty } from './parties.ts'
import { type Profile, period, settlement, tax } from './settlement.ts'

const guidelines = {
  en16931: 'urn:cen.eu:en16931:2017',
  xrechnung: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
}

const namespaces = [
  'xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"',
  'xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"',
  'xmlns:qdt="urn:un:unece:uncefact:data:standard:QualifiedDataType:100"',
  'xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100"',
].join(' ')

/** Returns a document as XML in UTF-8. */
export function renderXml(document: DocumentData, { profile }: { profile: Profile }): string {
  const sums = sumsOf(document)
  const root = 'rsm:CrossIndustryInvoice'
  return [
    `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${namespaces}>`,
    context(profile),
    header(document),
    element(
      'rsm:SupplyChainTradeTransaction',
      ...document.lines.map((line, place) => tradeLine(line, { place, sums: sums.lines[place] })),
      agreement(document, profile),
      // Required by the schema, also when it is empty.
      `<ram:ApplicableHeaderTradeDelivery>${delivery(document)}</ram:ApplicableHeaderTradeDelivery>`,
      settlement(document, sums, profile),
    ),
    `</${root}>\n`,
  ].join('')
}

/** Returns the fields, as the API names them, that a document lacks to be an XRechnung; empty: it can be one. */
export function missingForXRechnung({ seller, buyer }: DocumentData): string[] {
  const needed = {
    'seller.postcode': seller.postcode, // BR-DE-4
    'seller.contact_phone': seller.phone, // BR-DE-6
    'seller.contact_email': seller.email, // BR-DE-7, PEPPOL-EN16931-R020
    'buyer.city': buyer.city, // BR-DE-8
    'buyer.postcode': buyer.postcode, // BR-DE-9
    'buyer.email': buyer.leitwegId ?? buyer.email, // PEPPOL-EN16931-R010
  }
  return Object.entries(needed).flatMap(([field, value]) => (value === null ? [field] : []))
}

const context = (profile: Profile) =>
  element(
    'rsm:ExchangedDocumentContext',
    element(
      'ram:BusinessProcessSpecifiedDocumentContextParameter',
      textElement(
        'ram:ID',
        profile === 'xrechnung' ? 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0' : null,
      ),
    ),
    element(
      'ram:GuidelineSpecifiedDocumentContextParameter',
      textElement('ram:ID', guidelines[profile]),
    ),
  )

/** Returns number, kind, day and notes. Codes of UNTDID 1001: 380 invoice, 381 credit note. */
function header({ number, kind, issuedOn, receipt, livemode, seller, language }: DocumentData) {
  const words = wordsIn(language).documents
  const notes = [
    receipt && `${words.receipt}: ${receipt}`,
    livemode ? null : words.test,
    seller.vatNote,
  ]
  return element(
    'rsm:ExchangedDocument',
    textElement('ram:ID', number),
    textElement('ram:TypeCode', kind === 'invoice' ? '380' : '381'),
    day('ram:IssueDateTime', issuedOn),
    ...notes.map((note) => element('ram:IncludedNote', textElement('ram:Content', note))),
  )
}

/** Returns a line (BG-25). Unit C62 is one piece. */
const tradeLine = (
  line: DocumentLine,
  { place, sums }: { place: number; sums?: LineSums | undefined },
) =>
  element(
    'ram:IncludedSupplyChainTradeLineItem',
    element('ram:AssociatedDocumentLineDocument', textElement('ram:LineID', `${place + 1}`)),
    element('ram:SpecifiedTradeProduct', textElement('ram:Name', nameOf(line))),
    element(
      'ram:SpecifiedLineTradeAgreement',
      element(
        'ram:NetPriceProductTradePrice',
        textElement('ram:ChargeAmount', decimal(sums?.priceMillionths ?? 0, 6)),
      ),
    ),
    element(
      'ram:SpecifiedLineTradeDelivery',
      textElement('ram:BilledQuantity', `${line.units}`, 'unitCode="C62"'),
    ),
    element(
      'ram:SpecifiedLineTradeSettlement',
      tax('ram:ApplicableTradeTax', { category: categoryOf(line.vat), rate: line.vat.rate ?? 0 }),
      period(line.validFrom, line.validUntil),
      element(
        'ram:SpecifiedTradeSettlementLineMonetarySummation',
        amount('ram:LineTotalAmount', sums?.netCents ?? 0),
      ),
    ),
  )

const nameOf = ({ festival, item }: DocumentLine) =>
  festival === null ? item : `${festival}: ${item}`

const agreement = ({ seller, buyer, order, number }: DocumentData, profile: Profile) =>
  element(
    'ram:ApplicableHeaderTradeAgreement',
    textElement(
      'ram:BuyerReference',
      referenceOf(buyer) ?? (profile === 'xrechnung' ? (order ?? number) : null),
    ),
    sellerParty(seller),
    buyerParty(buyer),
    element('ram:SellerOrderReferencedDocument', textElement('ram:IssuerAssignedID', order)),
    element(
      'ram:BuyerOrderReferencedDocument',
      textElement('ram:IssuerAssignedID', buyer.orderReference),
    ),
  )

const referenceOf = ({ leitwegId, orderReference }: DocumentData['buyer']) =>
  leitwegId ?? orderReference

const delivery = ({ deliveredFrom, deliveredUntil }: DocumentData) =>
  deliveredFrom === deliveredUntil
    ? element('ram:ActualDeliverySupplyChainEvent', day('ram:OccurrenceDateTime', deliveredFrom))
    : ''
