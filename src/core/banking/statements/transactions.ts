import { child, childrenOf, type Element, textOf } from '#platform/files/xml'
import { findCreditorReferences } from '../references.ts'
import type { StatementEntry } from './entry.ts'

/** The party and the texts of transactions. */
export type TransactionDetails = Pick<
  StatementEntry,
  'references' | 'endToEndIds' | 'name' | 'iban' | 'text' | 'returnReason'
>

type About = {
  account: string
  /** the money went from the account to the other party, before any reversal */
  isOutgoing: boolean
  /** texts of the entry */
  notes: string[]
}

/** Reads the transactions of one part of an entry; without any, the texts of the entry are all there is. */
export function detailsOf(
  transactions: Element[],
  { account, isOutgoing, notes }: About,
): TransactionDetails {
  const remittances = transactions.flatMap((one) => childrenOf(one, 'RmtInf'))
  // Banks cut anywhere, also within a word: lines are joined as they are.
  const free = remittances.map((one) =>
    childrenOf(one, 'Ustrd')
      .map(({ text }) => text)
      .join(''),
  )
  const structured = remittances
    .flatMap((one) => childrenOf(one, 'Strd'))
    .map((one) => textOf(child(one, 'CdtrRefInf'), 'Ref'))
  const ids = transactions.flatMap((one) => idsOf(child(one, 'Refs')))
  const returns = transactions.map((one) => child(one, 'RtrInf')).filter((one) => one !== undefined)
  const extra = [
    ...transactions.flatMap((one) => childrenOf(one, 'AddtlTxInf').map(({ text }) => text)),
    ...notes,
    ...returns.map((one) =>
      childrenOf(one, 'AddtlInf')
        .map(({ text }) => text)
        .join(''),
    ),
  ]
  const texts = [...structured, ...free, ...ids, ...extra]
  const shown = [...structured, ...free].map(tidy).filter(Boolean)
  return {
    references: [...new Set(texts.flatMap(findCreditorReferences))],
    endToEndIds: [...new Set(ids)],
    text: (shown.length > 0 ? shown : extra.map(tidy)).join(' ').slice(0, 500),
    returnReason: returns.map(reasonOf)[0] ?? null,
    ...partyOf(transactions.length === 1 ? transactions[0] : undefined, { account, isOutgoing }),
  }
}

const tidy = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** Returns the ids given by the party that ordered the transfer. */
function idsOf(references: Element | undefined): string[] {
  return ['EndToEndId', 'InstrId']
    .map((name) => textOf(references, name))
    .filter((id) => id !== '' && id !== 'NOTPROVIDED')
}

function reasonOf(returned: Element): string {
  const reason = child(returned, 'Rsn')
  return textOf(reason, 'Cd') || textOf(reason, 'Prtry') || 'returned'
}

/** Returns the other party. Banks disagree whether parties of a return are those of the return or of the transfer. */
function partyOf(transaction: Element | undefined, { account, isOutgoing }: Omit<About, 'notes'>) {
  const parties = child(transaction, 'RltdPties')
  const [payer, payee] = ['Dbtr', 'Cdtr'].map((role) => ({
    name: nameOf(child(parties, role)) || nameOf(child(parties, `Ultmt${role}`)) || null,
    iban: textOf(child(child(parties, `${role}Acct`), 'Id'), 'IBAN').replaceAll(' ', '') || null,
  }))
  const [likely, other] = isOutgoing ? [payee, payer] : [payer, payee]
  const none = { name: null, iban: null }
  return (likely?.iban === account ? other : likely) ?? none
}

/** Returns the name of a party: within `Pty` in .08. */
const nameOf = (party: Element | undefined): string =>
  tidy(textOf(child(party, 'Pty'), 'Nm') || textOf(party, 'Nm'))
