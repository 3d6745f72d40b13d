/** One amount of a bank statement: an entry, or one transaction of an entry that has several. */
export type StatementEntry = {
  /** the IBAN, or the bank's own number of an account without one */
  account: string
  currency: string
  /** YYYY-MM-DD */
  bookedOn: string
  /** negative: it left the account */
  cents: number
  /** `BOOK`, `PDNG`, `INFO`, `FUTR`, or a bank's own word */
  status: string
  /** the same for the same amount in any file, in either version of the format */
  key: string
  /** references by ISO 11649 that its texts contain */
  references: string[]
  /** the ids given by the party that ordered the transfer */
  endToEndIds: string[]
  /** the id of the batch in which it was ordered; null: none */
  batchId: string | null
  /** the number of transfers in it whose details are not in the file; null: it is one */
  batchCount: number | null
  /** the other party */
  name: string | null
  iban: string | null
  /** the text of the payer, for people */
  text: string
  /** charges that a bank took from it */
  chargesCents: number
  /** it takes an earlier entry back */
  isReversal: boolean
  /** why a transfer came back, as the bank's code; null: it did not */
  returnReason: string | null
}
