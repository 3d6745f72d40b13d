/** Orders of transfers for a bank: pain.001.001.09, as the implementation guidelines of SEPA credit transfers use it. */
import { amountText } from './epc-qr.ts'

/** An account, and the address of its holder: structured, or none, which is enough within the EEA. */
export type Party = {
  name: string
  iban: string
  bic?: string | null
  address?: {
    street?: string | null
    postcode?: string | null
    city: string
    country: string
  } | null
}

/** One transfer. Its `endToEndId`, at most 35 letters and digits, comes back in statements. */
export type Transfer = Party & { endToEndId: string; cents: number; text: string }

export type TransferFile = {
  /** at most 35 letters, digits and dashes; also the id of its only batch */
  id: string
  createdAt: Date
  /** the day on which the bank carries it out, as YYYY-MM-DD */
  executedOn: string
  debtor: Party
  transfers: readonly Transfer[]
}

/** Writes a file of transfers in EUR. Each is booked by itself, so that a statement names it. */
export function writePain001({
  id,
  createdAt,
  executedOn,
  debtor,
  transfers,
}: TransferFile): string {
  const cents = transfers.reduce((sum, transfer) => sum + transfer.cents, 0)
  const totals = `<NbOfTxs>${transfers.length}</NbOfTxs><CtrlSum>${amountText(cents)}</CtrlSum>`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>',
    `<GrpHdr><MsgId>${id}</MsgId><CreDtTm>${createdAt.toISOString()}</CreDtTm>${totals}`,
    `<InitgPty><Nm>${nameOf(debtor)}</Nm></InitgPty></GrpHdr>`,
    `<PmtInf><PmtInfId>${id}</PmtInfId><PmtMtd>TRF</PmtMtd><BtchBookg>false</BtchBookg>${totals}`,
    '<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf>',
    `<ReqdExctnDt><Dt>${executedOn}</Dt></ReqdExctnDt>`,
    `<Dbtr><Nm>${nameOf(debtor)}</Nm>${addressOf(debtor)}</Dbtr>`,
    `<DbtrAcct>${accountOf(debtor)}</DbtrAcct><DbtrAgt>${agentOf(debtor)}</DbtrAgt><ChrgBr>SLEV</ChrgBr>`,
    ...transfers.map(transferOf),
    '</PmtInf></CstmrCdtTrfInitn></Document>',
    '',
  ].join('\n')
}

function transferOf({ endToEndId, cents, text, ...creditor }: Transfer): string {
  return [
    `<CdtTrfTxInf><PmtId><EndToEndId>${endToEndId}</EndToEndId></PmtId>`,
    `<Amt><InstdAmt Ccy="EUR">${amountText(cents)}</InstdAmt></Amt>`,
    creditor.bic ? `<CdtrAgt>${agentOf(creditor)}</CdtrAgt>` : '',
    `<Cdtr><Nm>${nameOf(creditor)}</Nm>${addressOf(creditor)}</Cdtr>`,
    `<CdtrAcct>${accountOf(creditor)}</CdtrAcct>`,
    `<RmtInf><Ustrd>${escaped(text, 140)}</Ustrd></RmtInf></CdtTrfTxInf>`,
  ].join('')
}

const nameOf = ({ name }: Party) => escaped(name, 70)
const accountOf = ({ iban }: Party) => `<Id><IBAN>${iban}</IBAN></Id>`
const agentOf = ({ bic }: Party) =>
  bic
    ? `<FinInstnId><BICFI>${bic}</BICFI></FinInstnId>`
    : '<FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId>'

/** Writes an address in parts. Free lines have been refused since 15 November 2026, although the schema has them. */
function addressOf({ address }: Party): string {
  if (!address) return ''
  const { street, postcode, city, country } = address
  const parts = [
    street ? `<StrtNm>${escaped(street, 70)}</StrtNm>` : '',
    postcode ? `<PstCd>${escaped(postcode, 16)}</PstCd>` : '',
    `<TwnNm>${escaped(city, 35)}</TwnNm><Ctry>${country}</Ctry>`,
  ]
  return `<PstlAdr>${parts.join('')}</PstlAdr>`
}

/** Escapes a text for XML: at most `length` characters, without those that XML 1.0 has not. */
function escaped(text: string, length: number): string {
  const printable = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\ufffe\uffff]+/gu, ' ')
    .trim()
  return [...printable]
    .slice(0, length)
    .join('')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
