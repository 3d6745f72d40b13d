/** Statements of accounts in both versions, with every variation that banks are known for. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zipSync } from 'fflate'
import {
  aStatementFile,
  type MadeEntry,
  ourIban,
  statementOf,
  type Version,
} from '../../../../test/bank/statements.ts'
import { creditorReference, readStatements, type StatementEntry } from '../index.ts'
import { centsOf, dayOf } from './amounts.ts'

const versions: Version[] = ['02', '08']
const reference = creditorReference('7K3M9QXT2A')
const payer = { name: 'Ada Lovelace', iban: 'GB29NWBK60161331926819' }
const read = (entries: MadeEntry[], version: Version = '08') =>
  readStatements(statementOf(entries, version), 'file.xml')
const one = async (entry: MadeEntry, version: Version) => {
  const [found, ...others] = await read([entry], version)
  assert.deepEqual(others, [])
  return found as StatementEntry
}
const refused = (bytes: Uint8Array, message: RegExp) =>
  assert.rejects(readStatements(bytes, 'file'), { status: 400, message })

test('an amount is exact, with up to five decimals', () => {
  const valid = { '18.150': 1815, '2700': 270_000, '1.15': 115, '.5': 50, '0.00000': 0, '3.': 300 }
  for (const [text, cents] of Object.entries(valid)) assert.equal(centsOf(text), cents, text)
  assert.equal(centsOf('9999999999999.99'), 999_999_999_999_999)
  for (const text of ['1.155', '-1.00', '1,00', '', '.', '1.000000', '1e3'])
    assert.equal(centsOf(text), undefined, text)
})

test('a day is the one that the bank writes', () => {
  for (const text of [
    '2027-03-01',
    '2027-03-01T23:30:00',
    '2027-03-01T00:10:00+02:00',
    '2027-03-01Z',
  ])
    assert.equal(dayOf(text), '2027-03-01', text)
  for (const text of ['2027-13-01', '01.03.2027', '']) assert.equal(dayOf(text), undefined, text)
})

const places: Record<string, MadeEntry['transactions']> = {
  'the structured reference': [{ ...payer, reference }],
  'a line': [{ ...payer, lines: [`Tickets ${reference}`] }],
  'lines cut within it': [{ ...payer, lines: [reference.slice(0, 7), reference.slice(7)] }],
  'lines cut at a blank': [
    { ...payer, lines: ['RF', `${reference.slice(2, 9)} `, reference.slice(9)] },
  ],
  'the id of the transfer': [{ ...payer, endToEndId: reference }],
  'a note of the bank': [{ ...payer, note: `EREF+NONE SVWZ+${reference}` }],
}
for (const version of versions) {
  for (const [place, transactions = []] of Object.entries(places)) {
    test(`.${version}: a reference is found in ${place}`, async () => {
      const found = await one({ cents: 4900, transactions }, version)
      assert.ok(found.references.includes(reference))
      const { account, currency, bookedOn, cents, status, name, iban } = found
      assert.deepEqual(
        { account, currency, bookedOn, cents, status, name, iban },
        {
          account: ourIban,
          currency: 'EUR',
          bookedOn: '2027-03-01',
          cents: 4900,
          status: 'BOOK',
          ...payer,
        },
      )
    })
  }

  test(`.${version}: an entry without details has its own text`, async () => {
    const found = await one({ cents: 4900, note: `Credit ${reference}` }, version)
    assert.deepEqual([found.references, found.batchCount], [[reference], null])
    assert.equal(found.text, `Credit ${reference}`)
  })

  test(`.${version}: a batch is read by its transactions, in either form`, async () => {
    const transactions = [
      { ...payer, cents: 4900, reference },
      { name: 'Grace', cents: 1000, reference: creditorReference('X1') },
    ]
    const batch = { id: 'B1', count: 2 }
    for (const form of [{ batch }, { style: 'groups' as const }]) {
      const entries = await read(
        [{ cents: 5900, bankReference: 'R', transactions, ...form }],
        version,
      )
      assert.deepEqual(
        entries.map(({ cents, references, batchCount }) => [cents, references, batchCount]),
        [
          [4900, [reference], null],
          [1000, [creditorReference('X1')], null],
        ],
      )
      assert.equal(new Set(entries.map(({ key }) => key)).size, 2)
    }
  })

  test(`.${version}: a batch without details, or whose amounts do not add up, is one part`, async () => {
    const bare = await one({ cents: 5900, batch: { id: 'B1', count: 3 } }, version)
    assert.deepEqual([bare.cents, bare.batchCount, bare.batchId], [5900, 3, 'B1'])
    const transactions = [{ cents: 4900, reference }, { cents: 1000 }]
    const odd = await one({ cents: 5880, transactions }, version)
    assert.deepEqual([odd.cents, odd.batchCount, odd.references], [5880, 2, [reference]])
  })

  test(`.${version}: money that leaves, comes back or is reversed`, async () => {
    const out = await one(
      { cents: -4900, transactions: [{ ...payer, endToEndId: 'refund1' }] },
      version,
    )
    assert.deepEqual([out.cents, out.endToEndIds, out.iban], [-4900, ['refund1'], payer.iban])
    const back = await one(
      { cents: 4900, transactions: [{ ...payer, endToEndId: 'refund1', returnReason: 'AC04' }] },
      version,
    )
    assert.deepEqual([back.returnReason, back.endToEndIds], ['AC04', ['refund1']])
    const reversed = await one(
      { cents: -4900, isReversal: true, transactions: [{ ...payer, reference }] },
      version,
    )
    assert.deepEqual(
      [reversed.cents, reversed.isReversal, reversed.name],
      [-4900, true, payer.name],
    )
  })

  test(`.${version}: charges that a bank took are said`, async () => {
    const found = await one(
      { cents: 4880, transactions: [{ reference, charges: 20, cents: 4900 }] },
      version,
    )
    assert.deepEqual([found.cents, found.chargesCents], [4880, 20])
  })

  test(`.${version}: an entry that is not booked is read with its status`, async () => {
    assert.equal((await one({ cents: 1, status: 'PDNG' }, version)).status, 'PDNG')
  })
}

test('both versions, and parts of a file, give an entry the same key', async () => {
  const entries: MadeEntry[] = [
    { cents: 4900, bankReference: 'B1', transactions: [{ ...payer, reference }] },
    {
      cents: 4900,
      bankReference: 'NONREF',
      bookedAt: '2027-03-01T23:50:00+01:00',
      transactions: [payer],
    },
    { cents: 4900, entryReference: '7', transactions: [{ ...payer, lines: ['a'] }] },
    { cents: 4900, entryReference: '7', transactions: [{ ...payer, lines: ['b'] }] },
    { cents: 300, entryReference: '8' },
    { cents: 300, entryReference: '8' },
  ]
  const keys = async (part: MadeEntry[], version: Version) =>
    (await read(part, version)).map(({ key }) => key)
  const all = await keys(entries, '08')
  assert.equal(new Set(all).size, entries.length)
  assert.deepEqual(await keys(entries, '02'), all)
  assert.deepEqual(
    [...(await keys(entries.slice(0, 3), '02')), ...(await keys(entries.slice(3), '08'))],
    all,
  )
  const other = Buffer.from(aStatementFile([{ iban: payer.iban, entries }]))
  const elsewhere = await readStatements(other, 'file')
  assert.ok(elsewhere.every(({ key }) => !all.includes(key)))
})

test('a file has several statements, of accounts with or without an IBAN', async () => {
  const entries = [{ cents: 100 }]
  const file = aStatementFile([{ entries }, { otherId: '00 4711', entries }], '02')
  const found = await readStatements(Buffer.from(file), 'file')
  assert.deepEqual(
    found.map(({ account }) => account),
    [ourIban, '004711'],
  )
})

test('the encoding is the one that the file declares', async () => {
  const name = 'Jörg Ærø'
  const text = (encoding: string) =>
    aStatementFile([{ entries: [{ cents: 1, transactions: [{ name }] }] }], '08', encoding)
  const files = [
    ...['ISO-8859-1', 'ISO-8859-15', 'windows-1252'].map((encoding) =>
      Buffer.from(text(encoding), 'latin1'),
    ),
    Buffer.from(`\ufeff${text('UTF-8')}`),
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text('UTF-16'), 'utf16le')]),
  ]
  for (const file of files) assert.equal((await readStatements(file, 'file'))[0]?.name, name)
})

test('an archive is read document by document', async () => {
  const [first, second] = [statementOf([{ cents: 1 }], '02'), statementOf([{ cents: 2 }], '08')]
  const archive = zipSync({
    'a.xml': first,
    'folder/B.XML': second,
    'readme.txt': Buffer.from('x'),
  })
  const found = await readStatements(archive, 'file.zip')
  assert.deepEqual(
    found.map(({ cents }) => cents),
    [1, 2],
  )
})

test('what cannot be read is refused by name', async () => {
  const statement = statementOf([{ cents: 100, bankReference: 'x' }]).toString()
  const without = (part: string | RegExp, by = '') => Buffer.from(statement.replace(part, by))
  await refused(Buffer.alloc(0), /^file is empty$/)
  await refused(Buffer.alloc(200 * 1024 * 1024), /more than 32 MB/)
  await refused(Buffer.from(':20:STARTUMSE\n:25:'), /MT940/)
  await refused(Buffer.from('<a/>'), /^file has no statement/)
  await refused(Buffer.from('<a>'), /^file is not valid XML, line 1/)
  await refused(without('camt.053.001.08', 'camt.053.001.11'), /camt\.053\.001\.11: export/)
  await refused(without(/BkToCstmrStmt/g, 'BkToCstmrAcctRpt'), /account report/)
  await refused(without('<Amt Ccy="EUR">1.00</Amt>'), /^file, Stmt 1, Ntry 1: Amt is missing/)
  await refused(without('1.00', '1.001'), /Ntry 1: the amount 1\.001 is not/)
  await refused(without(/<CdtDbtInd>.*?<.CdtDbtInd>/), /CdtDbtInd/)
  await refused(without(/<BookgDt>.*?<.BookgDt>/), /BookgDt/)
  await refused(without(/<Acct>.*?<.Acct>/), /Acct\/Id is missing/)
  const bomb = statement.replace(
    '<Document',
    '<!DOCTYPE Document [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><Document',
  )
  await refused(Buffer.from(bomb), /DOCTYPE/)
})

test('an archive that is broken, too large or of no use is refused by name', async () => {
  const archive = Buffer.from(zipSync({ 'a.xml': statementOf([{ cents: 1 }]) }))
  await refused(archive.subarray(0, archive.length - 30), /no archive that can be read/)
  const broken = Buffer.from(archive)
  broken.fill(0xff, 40, 80)
  await refused(broken, /no archive that can be read|not valid XML/)
  await refused(zipSync({ 'a.txt': Buffer.from('x') }), /contains no \.xml file/)
  await refused(zipSync({ 'a.zip': archive }), /another archive, a\.zip/)
  /** States another size for each document of an archive, in its directory. */
  const stating = (bytes: Uint8Array, size: number) => {
    const stated = Buffer.from(bytes)
    const entry = Buffer.from('PK\u0001\u0002', 'latin1')
    for (let at = stated.indexOf(entry); at >= 0; at = stated.indexOf(entry, at + 1))
      stated.writeUInt32LE(size, at + 24)
    return stated
  }
  await refused(stating(archive, 40 * 1024 * 1024), /a\.xml has more than 32 MB/)
  const five = Object.fromEntries(Array.from({ length: 5 }, (_, nth) => [`${nth}.xml`, archive]))
  await refused(stating(zipSync(five), 27 * 1024 * 1024), /more than 128 MB when it is unpacked/)
  const bomb = zipSync({ 'a.xml': Buffer.alloc(8 * 1024 * 1024, 32) })
  await refused(stating(bomb, 10), /no archive that can be read|not valid XML/)
})

test('ten thousand entries are read in one go', async () => {
  const entries = Array.from({ length: 10_000 }, (_, nth) => ({
    cents: 4900 + nth,
    bankReference: `B${nth}`,
    transactions: [{ ...payer, lines: [`Tickets ${creditorReference(`A${nth}`)}`] }],
  }))
  for (const version of versions) {
    const found = await read(entries, version)
    assert.equal(new Set(found.map(({ key }) => key)).size, 10_000)
    assert.ok(
      found.every(({ references }, nth) => references.includes(creditorReference(`A${nth}`))),
    )
  }
})
