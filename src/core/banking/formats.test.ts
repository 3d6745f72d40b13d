/** References of creditors, the code of a transfer, and orders of transfers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { child, childrenOf, parseXml, textOf } from '#platform/files/xml'
import { bodyOfReference, creditorReference, epcText, inGroups, writePain001 } from './index.ts'
import { findCreditorReferences, isCreditorReference } from './references.ts'

test('a reference has the check digits of ISO 11649', () => {
  // The example of the standard.
  assert.equal(creditorReference('539007547034'), 'RF18539007547034')
  assert.equal(bodyOfReference('RF18539007547034'), '539007547034')
  assert.equal(inGroups('RF18539007547034'), 'RF18 5390 0754 7034')
  for (const body of ['1', 'A', 'ZZZZZZZZZZZZZZZZZZZZZ', '7K3M9QXT2A'])
    assert.ok(isCreditorReference(creditorReference(body)), body)
  for (const wrong of ['RF19539007547034', 'RF1853900754703', 'rf18539007547034', 'RF18', ''])
    assert.ok(!isCreditorReference(wrong), wrong)
  assert.throws(() => creditorReference('7k'))
})

test('a reference is found in what payers and banks make of it', () => {
  const reference = creditorReference('7K3M9QXT2A')
  const texts = [
    reference,
    reference.toLowerCase(),
    inGroups(reference),
    `Tickets ${reference}, thank you`,
    `SVWZ+${reference}Danke`,
    `XRF12${inGroups(reference).replaceAll(' ', '-')}/2 tickets`,
  ]
  for (const text of texts) assert.ok(findCreditorReferences(text).includes(reference), text)
  assert.deepEqual(findCreditorReferences(`${reference.slice(0, -1)}3`), [])
})

test('the code of a transfer has the lines of EPC069-12', () => {
  const request = {
    holder: 'Harbour Nights ApS',
    iban: 'DK50 0040 0440 1162 43',
    bic: null,
    cents: 123_405,
    reference: 'RF18539007547034',
  }
  const lines = ['BCD', '002', '1', 'SCT', '', 'Harbour Nights ApS', 'DK5000400440116243']
  assert.equal(epcText(request), [...lines, 'EUR1234.05', '', 'RF18539007547034'].join('\n'))
  const long = epcText({ ...request, bic: 'NDEADKKK', holder: 'ø'.repeat(80) })
  assert.equal(long.split('\n')[5], 'ø'.repeat(70))
  assert.equal(long.split('\n')[4], 'NDEADKKK')
  for (const cents of [0, 100_000_000_000]) assert.throws(() => epcText({ ...request, cents }))
})

test('an order of transfers has the amounts, accounts and addresses of each', async () => {
  const file = writePain001({
    id: 'refunds-1',
    createdAt: new Date('2027-03-01T10:00:00Z'),
    executedOn: '2027-03-02',
    debtor: { name: 'Harbour & Nights', iban: 'DK5000400440116243', bic: 'NDEADKKK' },
    transfers: [
      {
        endToEndId: 'a1',
        cents: 4900,
        name: 'Ada <\u0007Lovelace>',
        iban: 'GB29NWBK60161331926819',
        address: {
          street: 'St James’s Square 12',
          postcode: 'SW1Y',
          city: 'London',
          country: 'GB',
        },
        text: 'Refund of order 7K3M9QXT2A',
      },
      { endToEndId: 'a2', cents: 5, name: 'Grace', iban: 'DE89370400440532013000', text: 'Refund' },
    ],
  })
  const message = (await parseXml(Buffer.from(file), 'file')).children[0]
  const header = child(message, 'GrpHdr')
  assert.deepEqual([textOf(header, 'NbOfTxs'), textOf(header, 'CtrlSum')], ['2', '49.05'])
  const batch = child(message, 'PmtInf')
  assert.equal(textOf(batch, 'CtrlSum'), '49.05')
  assert.equal(textOf(batch, 'ChrgBr'), 'SLEV')
  assert.equal(textOf(child(batch, 'ReqdExctnDt'), 'Dt'), '2027-03-02')
  const [ada, grace] = childrenOf(batch, 'CdtTrfTxInf')
  assert.equal(textOf(child(ada, 'PmtId'), 'EndToEndId'), 'a1')
  assert.equal(textOf(child(ada, 'Cdtr'), 'Nm'), 'Ada < Lovelace>')
  const address = child(child(ada, 'Cdtr'), 'PstlAdr')
  assert.deepEqual(
    address?.children.map(({ name, text }) => `${name} ${text}`),
    ['StrtNm St James’s Square 12', 'PstCd SW1Y', 'TwnNm London', 'Ctry GB'],
  )
  assert.equal(child(child(grace, 'Cdtr'), 'PstlAdr'), undefined)
  assert.equal(textOf(child(grace, 'RmtInf'), 'Ustrd'), 'Refund')
})
