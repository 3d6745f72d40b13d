/**
 * The whole data of an invoice or a credit note, as it is stored in `jsonb` when it is issued, and rendered as XML and PDF.
 * Amounts are whole cents of EUR and never negative: a credit note gives back what its lines say. Days are local,
 * `YYYY-MM-DD`. `sumsOf` computes everything else. BT and BG are the terms of EN 16931.
 */
import type { ReaderLanguage } from '#platform/values/reader-languages'

export type DocumentKind = 'invoice' | 'credit_note'

export type DocumentData = {
  kind: DocumentKind
  /** BT-1, without gaps in its series */
  number: string
  /** BT-2, in the time zone of the seller */
  issuedOn: string
  /** the days of the festivals or memberships (BG-14); equal for one day (BT-72) */
  deliveredFrom: string
  deliveredUntil: string
  language: ReaderLanguage
  /** BT-5 */
  currency: 'EUR'
  /** false: of a sandbox, and printed as such */
  livemode: boolean
  seller: Seller
  buyer: Buyer
  /** the invoice that a credit note corrects (BG-3) */
  corrects: { number: string; issuedOn: string } | null
  /** number of the order, for people (BT-14) */
  order: string | null
  /** number of the till's receipt that an invoice repeats */
  receipt: string | null
  lines: DocumentLine[]
  payment: Payment
}

/** BG-4 */
export type Seller = {
  /** legal name (BT-27) */
  name: string
  street: string
  postcode: string | null
  city: string
  /** ISO 3166-1, in capitals */
  country: string
  /** BT-31, with the prefix of its country */
  vatId: string | null
  /** BT-32; one of `vatId` and `taxNumber` is given */
  taxNumber: string | null
  /** the sentence of an exempt small business; null: it charges VAT */
  vatNote: string | null
  /** BT-34 and BT-43 */
  email: string | null
  /** BT-42; XRechnung requires it */
  phone: string | null
  account: Account | null
}

export type Account = { holder: string; iban: string; bic: string | null }

/** BG-7. A buyer without details has a name or an e-mail as its name, and the country of the seller. */
export type Buyer = {
  /** the name of the person (BT-56 where `company` is given, else BT-44) */
  name: string
  /** BT-44 */
  company: string | null
  street: string | null
  postcode: string | null
  city: string | null
  country: string
  /** BT-48 */
  vatId: string | null
  /** number that the buyer gave to the order (BT-13; BT-10 where `leitwegId` is not given) */
  orderReference: string | null
  /** BT-10 and BT-49 of a German authority */
  leitwegId: string | null
  /** BT-49 */
  email: string | null
}

/** Units of one item, price and VAT (BG-25). In a credit note, what is given back of them. */
export type DocumentLine = {
  /** name of the festival; null: a membership */
  festival: string | null
  /** name of the tier, accommodation or plan */
  item: string
  /** the days on which it is valid (BG-26) */
  validFrom: string
  validUntil: string
  units: number
  /** price of all units, VAT included, before `voucherCents` and `pointsCents` are taken off */
  grossCents: number
  voucherCents: number
  pointsCents: number
  /** stored VAT of all units, after voucher and points */
  vatCents: number
  vat: LineVat
}

/**
 * The rate in hundredths of a percent (1900: 19 %), or the reason why there is no VAT: of the offer, or the sentence of an
 * exempt seller. Neither: 0 %.
 */
export type LineVat = { rate: number | null; exemption: string | null }

export type Payment = {
  /** `none`: nothing was left to pay */
  means: 'card' | 'transfer' | 'cash' | 'none'
  /** BT-113: what was paid when it was issued; of a credit note, what was given back */
  paidCents: number
  /** the account that a transfer goes to, its RF reference (BT-83) and the last day (BT-9) */
  account: Account | null
  reference: string | null
  payUntil: string | null
}
