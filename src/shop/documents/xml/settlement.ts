/** Payment, VAT, allowances and sums as CII (BG-16, BG-23, BG-20, BG-22). */
import { wordsIn } from '#common/words/all'
import type { DocumentData } from '../model/document.ts'
import type { DocumentSums, VatSums } from '../model/sums.ts'
import { amount, day, decimal, element, textElement } from './elements.ts'

/** `xrechnung`: for German authorities, with rules of its own; see `missingForXRechnung`. */
export type Profile = 'en16931' | 'xrechnung'

export const settlement = (
  document: DocumentData,
  sums: DocumentSums,
  profile: Profile,
): string => {
  const { payment, corrects } = document
  return element(
    'ram:ApplicableHeaderTradeSettlement',
    textElement('ram:PaymentReference', payment.reference),
    textElement('ram:InvoiceCurrencyCode', document.currency),
    paymentMeans(document, profile),
    ...sums.vat.map(vatBreakdown),
    document.deliveredFrom === document.deliveredUntil
      ? ''
      : period(document.deliveredFrom, document.deliveredUntil),
    ...sums.vat.flatMap((vat) => allowances(document, vat)),
    element('ram:SpecifiedTradePaymentTerms', day('ram:DueDateDateTime', payment.payUntil)),
    summation(document, sums),
    element(
      'ram:InvoiceReferencedDocument',
      textElement('ram:IssuerAssignedID', corrects?.number ?? null),
      day('ram:FormattedIssueDateTime', corrects?.issuedOn ?? null, 'qdt'),
    ),
  )
}

/** Returns a period of days (BG-14, BG-26). */
export const period = (from: string, until: string): string =>
  element(
    'ram:BillingSpecifiedPeriod',
    day('ram:StartDateTime', from),
    day('ram:EndDateTime', until),
  )

/** Returns the category of a line, an allowance or a sum, after what stands before it. */
export const tax = (
  name: string,
  { category, rate }: Pick<VatSums, 'category' | 'rate'>,
  { before = '', basis = '' } = {},
): string =>
  element(
    name,
    before,
    textElement('ram:TypeCode', 'VAT'),
    basis,
    textElement('ram:CategoryCode', category),
    textElement('ram:RateApplicablePercent', decimal(rate, 2)),
  )

function paymentMeans({ kind, payment }: DocumentData, profile: Profile): string {
  // The account that a credit note pays to is not the seller's, and is not known.
  const isToSeller = payment.means === 'transfer' && kind === 'invoice'
  const account = isToSeller ? payment.account : null
  return element(
    'ram:SpecifiedTradeSettlementPaymentMeans',
    textElement('ram:TypeCode', meansCode({ ...payment, account }, profile)),
    element(
      'ram:PayeePartyCreditorFinancialAccount',
      textElement('ram:IBANID', account?.iban ?? null),
      textElement('ram:AccountName', account?.holder ?? null),
    ),
    element(
      'ram:PayeeSpecifiedCreditorFinancialInstitution',
      textElement('ram:BICID', account?.bic ?? null),
    ),
  )
}

/**
 * Returns a code of UNTDID 4461. A transfer needs its account (BR-61). XRechnung allows a card only with digits of its
 * number (BR-DE-24-a), which the service does not have: there it is an online payment service.
 */
function meansCode({ means, account }: DocumentData['payment'], profile: Profile): string {
  if (means === 'card') return profile === 'xrechnung' ? '68' : '48'
  if (means === 'transfer' && account !== null) return '58'
  return means === 'cash' ? '10' : '1'
}

const vatBreakdown = (vat: VatSums): string =>
  tax('ram:ApplicableTradeTax', vat, {
    before: amount('ram:CalculatedAmount', vat.vatCents),
    basis:
      textElement('ram:ExemptionReason', vat.exemption) + amount('ram:BasisAmount', vat.basisCents),
  })

function allowances({ language }: DocumentData, vat: VatSums): string[] {
  const words = wordsIn(language).documents
  const reasons = [
    [words.voucher, vat.voucherCents],
    [words.points, vat.pointsCents],
  ] as const
  return reasons.map(([reason, cents]) =>
    cents === 0
      ? ''
      : element(
          'ram:SpecifiedTradeAllowanceCharge',
          element('ram:ChargeIndicator', textElement('udt:Indicator', 'false')),
          amount('ram:ActualAmount', cents),
          // Discount (UNTDID 5189).
          textElement('ram:ReasonCode', '95'),
          textElement('ram:Reason', reason),
          tax('ram:CategoryTradeTax', vat),
        ),
  )
}

const summation = ({ currency }: DocumentData, sums: DocumentSums): string =>
  element(
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
    amount('ram:LineTotalAmount', sums.linesCents),
    amount('ram:AllowanceTotalAmount', sums.allowancesCents),
    amount('ram:TaxBasisTotalAmount', sums.basisCents),
    amount('ram:TaxTotalAmount', sums.vatCents, `currencyID="${currency}"`),
    amount('ram:GrandTotalAmount', sums.totalCents),
    amount('ram:TotalPrepaidAmount', sums.paidCents),
    amount('ram:DuePayableAmount', sums.dueCents),
  )
