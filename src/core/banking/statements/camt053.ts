/**
 * Reads statements of accounts: camt.053.001.02 and .001.08 (ISO 20022). The versions differ in where a status, the name of
 * a party and the amount of a transaction stand; each place of both is read.
 */
import { child, childrenOf, type Element, textOf } from '#platform/files/xml'
import { invalid } from '#platform/values/errors'
import { centsOf, dayOf } from './amounts.ts'
import type { StatementEntry } from './entry.ts'
import { keyingEntries } from './keys.ts'
import { detailsOf, type TransactionDetails } from './transactions.ts'

/** Names of the messages of a bank that are no statement. */
const otherMessages: Record<string, string> = {
  BkToCstmrAcctRpt: 'an account report of the day (camt.052)',
  BkToCstmrDbtCdtNtfctn: 'a notification of single bookings (camt.054)',
  CstmrCdtTrfInitn: 'an order of transfers (pain.001)',
  CstmrPmtStsRpt: 'a report on ordered transfers (pain.002)',
}

/**
 * Returns the entries of all statements of a document, in their order.
 * @throws 400 that names the file, and the place of what is missing or wrong
 */
export function entriesOf(document: Element, file: string): StatementEntry[] {
  const message = document.name === 'Document' ? document.children[0] : undefined
  const other = otherMessages[message?.name ?? '']
  if (other) throw invalid(`${file} is ${other}: export the statement of the account (camt.053)`)
  const statements = childrenOf(message, 'Stmt')
  if (message?.name !== 'BkToCstmrStmt' || statements.length === 0)
    throw invalid(`${file} has no statement of an account (camt.053)`)
  return statements.flatMap((statement, nth) =>
    readStatement(statement, `${file}, Stmt ${nth + 1}`),
  )
}

function readStatement(statement: Element, place: string): StatementEntry[] {
  const account = child(statement, 'Acct')
  const id = child(account, 'Id')
  const number = (textOf(id, 'IBAN') || textOf(child(id, 'Othr'), 'Id')).replaceAll(' ', '')
  if (!number) throw missing(place, 'Acct/Id')
  const keyOf = keyingEntries(number)
  return childrenOf(statement, 'Ntry').flatMap((entry, nth) =>
    readEntry(entry, { account: number, keyOf, place: `${place}, Ntry ${nth + 1}` }),
  )
}

type Place = { account: string; keyOf: ReturnType<typeof keyingEntries>; place: string }

function readEntry(entry: Element, { account, keyOf, place }: Place): StatementEntry[] {
  const amount = child(entry, 'Amt')
  const [currency, sign] = [amount?.attributes['Ccy'] ?? '', signOf(entry)]
  if (!amount) throw missing(place, 'Amt')
  if (sign === undefined) throw missing(place, 'CdtDbtInd, CRDT or DBIT,')
  const cents = sign * centsIn(amount, place)
  const status = statusOf(entry)
  const isReversal = isTrue(textOf(entry, 'RvslInd'))
  const booking = child(entry, 'BookgDt')
  const date = textOf(booking, 'Dt') || textOf(booking, 'DtTm')
  const bookedOn = dayOf(date)
  if (bookedOn === undefined && (date !== '' || status === 'BOOK')) throw missing(place, 'BookgDt')
  const notes = childrenOf(entry, 'AddtlNtryInf').map(({ text }) => text.trim())
  const parts = partsOf(entry, { account, cents, notes, isReversal })
  const found = parts.flatMap(({ references, endToEndIds, text }) => [
    references,
    endToEndIds,
    text,
  ])
  const key = keyOf({
    bankReference: textOf(entry, 'AcctSvcrRef'),
    content: [textOf(entry, 'NtryRef'), cents, bookedOn ?? '', ...found],
  })
  return parts.map((part, nth) => ({
    account,
    currency,
    bookedOn: bookedOn ?? '',
    status,
    key: key(parts.length === 1 ? undefined : nth + 1),
    isReversal,
    ...part,
  }))
}

type Part = TransactionDetails &
  Pick<StatementEntry, 'cents' | 'batchId' | 'batchCount' | 'chargesCents'>
type Whole = { account: string; cents: number; notes: string[]; isReversal: boolean }

/**
 * Splits an entry into its transactions, if their amounts add up to it. Otherwise it is one part with the details of all: a
 * batch, where it says so, or else a transfer from whose amount a bank took charges.
 */
function partsOf(entry: Element, { account, cents, notes, isReversal }: Whole): Part[] {
  const groups = childrenOf(entry, 'NtryDtls')
  const transactions = groups.flatMap((group) => childrenOf(group, 'TxDtls'))
  const batch = groups.map((group) => child(group, 'Btch')).find(Boolean)
  const batchId = textOf(batch, 'PmtInfId') || textOf(batch, 'MsgId') || null
  const about = { account, notes, isOutgoing: cents < 0 !== isReversal }
  const amounts = amountsOf(transactions, cents)
  if (amounts)
    return transactions.map((transaction, nth) => ({
      ...detailsOf([transaction], about),
      cents: amounts[nth] ?? 0,
      batchId,
      batchCount: null,
      chargesCents: chargesOf([transaction]),
    }))
  const count = Number(textOf(batch, 'NbOfTxs')) || transactions.length
  const isBatch = count > 1 || (batch !== undefined && transactions.length === 0)
  return [
    {
      ...detailsOf(transactions, about),
      cents,
      batchId,
      batchCount: isBatch ? Math.max(count, 1) : null,
      chargesCents: chargesOf([entry]) || chargesOf(transactions),
    },
  ]
}

/** Returns the signed amounts of several transactions, if they add up to their entry. */
function amountsOf(transactions: Element[], total: number): number[] | undefined {
  if (transactions.length < 2) return undefined
  const amounts = transactions.flatMap((one) => amountOf(one, Math.sign(total)) ?? [])
  const sum = amounts.reduce((sum, cents) => sum + cents, 0)
  return amounts.length === transactions.length && sum === total ? amounts : undefined
}

/** Returns the signed amount of a transaction of a batch; undefined if the file does not say it, or not in whole cents. */
function amountOf(transaction: Element, sign: number): number | undefined {
  const details = child(transaction, 'AmtDtls')
  const amount =
    child(transaction, 'Amt') ??
    child(child(details, 'TxAmt'), 'Amt') ??
    child(child(details, 'InstdAmt'), 'Amt')
  const cents = amount && centsOf(amount.text.trim())
  return cents === undefined ? undefined : cents * (signOf(transaction) ?? sign)
}

/** Sums the charges of entries or transactions: `Chrgs` themselves in .02, their records in .08. */
function chargesOf(elements: Element[]): number {
  const all = elements.flatMap((element) => childrenOf(element, 'Chrgs'))
  const records = all.flatMap((charges) => {
    const within = childrenOf(charges, 'Rcrd')
    return within.length > 0 ? within : [charges]
  })
  return records.reduce((sum, record) => sum + (centsOf(textOf(record, 'Amt')) ?? 0), 0)
}

const signs: Record<string, number> = { CRDT: 1, DBIT: -1 }
const signOf = (element: Element): number | undefined => signs[textOf(element, 'CdtDbtInd')]

/** Returns the status: a text in .02, a code or a bank's own word within it in .08. */
function statusOf(entry: Element): string {
  const status = child(entry, 'Sts')
  return textOf(status, 'Cd') || textOf(status, 'Prtry') || (status?.text.trim() ?? '')
}

function centsIn({ text }: Element, place: string): number {
  const cents = centsOf(text.trim())
  if (cents !== undefined) return cents
  throw invalid(`${place}: the amount ${text.trim().slice(0, 30)} is not an amount in whole cents`)
}

const isTrue = (flag: string) => flag === 'true' || flag === '1'

const missing = (place: string, element: string) => invalid(`${place}: ${element} is missing`)
