/**
 * Documents in the DATEV format. The form of header and columns is that of the example in DATEV's developer portal
 * ("DATEV-Format", read 2026-11-30): 31 fields, 125 columns, texts in quotation marks, decimal comma, CRLF.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '#platform/config/read'
import { decodeText } from '#platform/files/encoding'
import { creditOf } from '../../../../test/documents/random.ts'
import { anInvoice, company, orderA, orderB } from '../../../../test/documents/samples.ts'
import type { DocumentData } from '../model/document.ts'
import { datevAccounts } from './accounts.ts'
import { type DatevAccounts, datevOf, missingAccounts } from './datev.ts'

const accounts: DatevAccounts = {
  consultant: 29_098,
  client: 55_003,
  digits: 4,
  fiscalMonth: 1,
  debtor: '10000',
  revenue: { 19: '4400', 7: '4300', exempt: '4200' },
}
const of = { accounts, month: '2027-03', at: new Date('2027-04-05T06:07:08.009Z') }

/** Returns the rows of the first file. */
function rowsOf(documents: DocumentData[], change: Partial<typeof of> = {}): string[][] {
  const [file = Buffer.alloc(0)] = datevOf(documents, { ...of, ...change })
  return decodeText(file)
    .text.split('\r\n')
    .map((row) => row.split(';'))
}

test('the header has 31 fields: advisor, client, month and fiscal year', () => {
  const [header] = rowsOf([])
  assert.equal(
    header?.join(';'),
    '"EXTF";700;21;"Buchungsstapel";13;20270405060708009;;"RE";"";"";29098;55003;20270101;4;20270301;20270331;' +
      '"Festival 2027-03";"";1;0;0;"EUR";;"";;;"";;;"";""',
  )
  assert.equal(header?.length, 31)
})

test('a fiscal year may begin in another month, and February may have 29 days', () => {
  const [header] = rowsOf([], { month: '2028-02', accounts: { ...accounts, fiscalMonth: 7 } })
  assert.deepEqual([header?.[12], header?.[14], header?.[15]], ['20270701', '20280201', '20280229'])
})

test('an invoice debits the debtor with the gross of each rate', () => {
  const [, names, ...rows] = rowsOf([orderB()])
  assert.equal(names?.length, 125)
  assert.deepEqual(new Set(names).size, 125)
  const bookings = rows.slice(0, -1)
  assert.deepEqual(
    bookings.map((row) => [row.length, ...row.slice(0, 14)]),
    [
      [
        125,
        '112,10',
        '"S"',
        '"EUR"',
        '',
        '',
        '',
        '10000',
        '4400',
        '',
        '0103',
        '"HN-2027-000042"',
        '',
        '',
        '"Ada Lovelace"',
      ],
      [
        125,
        '50,40',
        '"S"',
        '"EUR"',
        '',
        '',
        '',
        '10000',
        '4300',
        '',
        '0103',
        '"HN-2027-000042"',
        '',
        '',
        '"Ada Lovelace"',
      ],
    ],
  )
  assert.equal(bookings[0]?.[113], '0')
  assert.deepEqual([names?.[113], names?.[124]], ['Festschreibung', 'Abw. Skontokonto'])
})

test('a credit note credits the debtor', () => {
  const [, , first] = rowsOf([creditOf(orderB(), [50])])
  assert.deepEqual(first?.slice(0, 2), ['56,05', '"H"'])
})

test('names keep their umlauts, double their quotation marks and lose line breaks; what is free is not booked', () => {
  const name = 'Müller "Söhne"\n& Co. – 山'
  const free = { units: 1, priceCents: 0, vat: { rate: 700, exemption: null } }
  const rows = rowsOf([
    anInvoice([{ units: 1, priceCents: 100 }, free], { buyer: { ...company, company: name } }),
  ])
  assert.equal(rows[2]?.[13], '"Müller ""Söhne"" & Co. – ?"')
  assert.equal(rows.length, 4)
})

test('a rate without an account is named, and refused', () => {
  const odd = anInvoice([{ units: 1, priceCents: 500, vat: { rate: 810, exemption: null } }])
  assert.deepEqual(missingAccounts([orderA(), odd], accounts), ['8.1'])
  assert.throws(() => datevOf([odd], of), /no account for the rate 8\.1/)
})

test('what was free needs no account for its rate', () => {
  const free = { units: 1, priceCents: 0, vat: { rate: 0, exemption: null } }
  const paid = { units: 1, priceCents: 500, vat: { rate: 1_900, exemption: null } }
  const both = anInvoice([paid, free])
  assert.deepEqual(missingAccounts([both], accounts), [])
  assert.equal(rowsOf([both]).length, 4)
})

test('a file has at most 99,999 bookings', () => {
  const one = orderA()
  const files = datevOf(
    Array.from({ length: 100_000 }, () => one),
    of,
  )
  assert.deepEqual(
    files.map((file) => file.toString('latin1').split('\r\n').length - 3),
    [99_999, 1],
  )
})

test('the settings name the accounts, or there is no export', () => {
  assert.equal(datevAccounts(readConfig({})), undefined)
  const config = readConfig({
    DATEV_CONSULTANT: '29098',
    DATEV_CLIENT: '55003',
    DATEV_DEBTOR: '10000',
    DATEV_REVENUE: '19=4400,7=4300,exempt=4200',
  })
  assert.deepEqual(datevAccounts(config), accounts)
})
