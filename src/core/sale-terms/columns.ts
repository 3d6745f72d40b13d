import { flag, integer, object, text, texts } from '#platform/database/columns'

type VatColumns = { rate?: number | null; exemption?: string | null }

const vat = {
  ...object('Its VAT, as JSON: the rate in percent, or why it is exempt'),
  write: ({ rate = null, exemption = null }: VatColumns) => ({ rate, exemption }),
}

/** The columns of the sale terms of tiers and accommodations. */
export const saleTerms = {
  hidden: flag('Whether the public does not see it'),
  max_per_order: integer('How many one order may have'),
  max_per_person: integer('How many one person may have; empty: as many as they like'),
  vat,
  refundable: flag('Whether buyers may give it back, where their festival lets them'),
  transferable: flag('Whether its holder may hand it on'),
  admission: text('How often it admits: once, reentry or once_a_day'),
  zones: texts('The parts of its festival that it admits to, separated by |'),
  at_tills: flag('Whether tills sell it; empty: they do'),
}

/** The column of the sale terms of a plan. */
export const planTerms = { vat }
