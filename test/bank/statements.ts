/** Writes statements of accounts as banks do: camt.053.001.02 and .001.08, each with what they differ in. */

export const ourIban = 'DE89370400440532013000'
export type Version = '02' | '08'

/** A transaction of an entry. */
/** The settings of the bank account whose statements these are, and of the accountant. */
export const bankEnv = {
  BANK_HOLDER: 'Harbour Nights',
  BANK_IBAN: ourIban,
  DATEV_CONSULTANT: '29098',
  DATEV_CLIENT: '55003',
  DATEV_DEBTOR: '10000',
  DATEV_REVENUE: '19=4400,7=4300,exempt=4200',
}

type MadeTransaction = {
  cents?: number
  /** lines of the free text, as the bank has cut it */
  lines?: string[]
  /** a structured reference */
  reference?: string
  endToEndId?: string
  name?: string
  iban?: string
  note?: string
  returnReason?: string
  charges?: number
}

export type MadeEntry = {
  cents: number
  currency?: string
  status?: string
  bankReference?: string
  entryReference?: string
  bookedOn?: string
  /** a date with time, in place of the date */
  bookedAt?: string
  isReversal?: boolean
  note?: string
  transactions?: MadeTransaction[]
  /** `groups`: each transaction in an NtryDtls of its own */
  style?: 'groups'
  batch?: { id?: string; count: number }
  /** the amount as text, in place of that of `cents` */
  amount?: string
}

export type MadeStatement = { iban?: string; otherId?: string; entries: MadeEntry[] }

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const tag = (name: string, content: string | undefined) =>
  content === undefined || content === '' ? '' : `<${name}>${content}</${name}>`
const text = (name: string, content: string | undefined) =>
  tag(name, content === undefined ? undefined : escaped(content))
const amount = (cents: number) => (Math.abs(cents) / 100).toFixed(2)
const signOf = (cents: number) => (cents < 0 ? 'DBIT' : 'CRDT')

function party(role: string, { name, iban }: MadeTransaction, version: Version) {
  const named = text('Nm', name)
  const body = version === '08' ? tag('Pty', named) : named
  return tag(role, body) + tag(`${role}Acct`, tag('Id', text('IBAN', iban)))
}

const money = (cents: number) => `<Amt Ccy="EUR">${amount(cents)}</Amt>`

function amountsOf(cents: number, version: Version) {
  if (version === '02') return tag('AmtDtls', tag('TxAmt', money(cents)))
  return `${money(cents)}<CdtDbtInd>${signOf(cents)}</CdtDbtInd>`
}

function chargesOf({ charges }: MadeTransaction, version: Version) {
  if (charges === undefined) return ''
  return tag('Chrgs', version === '08' ? tag('Rcrd', money(charges)) : money(charges))
}

const remittance = ({ lines = [], reference }: MadeTransaction) =>
  tag(
    'RmtInf',
    lines.map((line) => text('Ustrd', line)).join('') +
      tag('Strd', tag('CdtrRefInf', text('Ref', reference))),
  )

function transaction(one: MadeTransaction, entry: MadeEntry, version: Version) {
  const isOut = entry.cents < 0 !== (entry.isReversal ?? false)
  return tag(
    'TxDtls',
    [
      tag('Refs', text('EndToEndId', one.endToEndId ?? 'NOTPROVIDED')),
      amountsOf(one.cents ?? entry.cents, version),
      chargesOf(one, version),
      tag('RltdPties', party(isOut ? 'Cdtr' : 'Dbtr', one, version)),
      remittance(one),
      tag('RtrInf', tag('Rsn', text('Cd', one.returnReason))),
      text('AddtlTxInf', one.note),
    ].join(''),
  )
}

function groupsOf({ style, batch, transactions = [] }: MadeEntry, details: string[]) {
  if (style === 'groups') return details.map((detail) => tag('NtryDtls', detail)).join('')
  const count = String(batch?.count ?? transactions.length)
  const batched = batch && tag('Btch', text('PmtInfId', batch.id) + tag('NbOfTxs', count))
  return tag('NtryDtls', (batched ?? '') + details.join(''))
}

function entryOf(entry: MadeEntry, version: Version) {
  const { cents, currency = 'EUR', status = 'BOOK', bookedOn = '2027-03-01' } = entry
  const details = (entry.transactions ?? []).map((one) => transaction(one, entry, version))
  const reversal = entry.isReversal === undefined ? undefined : String(entry.isReversal)
  return tag(
    'Ntry',
    [
      text('NtryRef', entry.entryReference),
      `<Amt Ccy="${currency}">${entry.amount ?? amount(cents)}</Amt>`,
      tag('CdtDbtInd', signOf(cents)),
      tag('RvslInd', reversal),
      tag('Sts', version === '08' ? tag('Cd', status) : status),
      tag('BookgDt', entry.bookedAt ? tag('DtTm', entry.bookedAt) : tag('Dt', bookedOn)),
      tag('ValDt', tag('Dt', bookedOn)),
      text('AcctSvcrRef', entry.bankReference),
      groupsOf(entry, details),
      text('AddtlNtryInf', entry.note),
    ].join(''),
  )
}

/** Writes a document with these statements, as text. */
export function aStatementFile(
  statements: MadeStatement[],
  version: Version = '08',
  encoding = 'UTF-8',
): string {
  const all = statements.map(({ iban = ourIban, otherId, entries }) => {
    const id = otherId === undefined ? text('IBAN', iban) : tag('Othr', text('Id', otherId))
    const account = tag('Acct', tag('Id', id) + tag('Ccy', 'EUR'))
    const body = entries.map((entry) => entryOf(entry, version)).join('\n')
    return tag(
      'Stmt',
      `${tag('Id', 'S1')}${tag('CreDtTm', '2027-03-02T06:00:00')}${account}${body}`,
    )
  })
  const head = tag('GrpHdr', `${tag('MsgId', 'M1')}${tag('CreDtTm', '2027-03-02T06:00:00')}`)
  const space = `urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}`
  return `<?xml version="1.0" encoding="${encoding}"?>\n<Document xmlns="${space}">${tag('BkToCstmrStmt', head + all.join('\n'))}</Document>`
}

/** Writes a document with one statement of our account, as bytes. */
export const statementOf = (entries: MadeEntry[], version: Version = '08'): Buffer =>
  Buffer.from(aStatementFile([{ entries }], version))
