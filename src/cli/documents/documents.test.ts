/** Documents for an accountant: all files of some months, whole or not at all. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { unzipSync } from 'fflate'
import { readConfig } from '#platform/config/read'
import { decodeText } from '#platform/files/encoding'
import { newId } from '#platform/values/ids'
import { type DocumentData, filesOfMonths, listMonths } from '#shop/documents'
import { anOrganizer } from '../../../test/catalogue.ts'
import { company, orderA, orderB } from '../../../test/documents/samples.ts'
import { aPaidTicket } from '../../../test/sales.ts'
import { aWorld } from '../../../test/world.ts'
import { exportDocuments } from './documents.ts'
import { writeTarget } from './target.ts'

const world = await aWorld()
const { db, connectionString } = world
const place = await mkdtemp(join(tmpdir(), 'festival-documents-'))
after(() => rm(place, { recursive: true }))
const { id: order_id } = await aPaidTicket(world)

const datev = {
  DATEV_CONSULTANT: '29098',
  DATEV_CLIENT: '55003',
  DATEV_DEBTOR: '10000',
  DATEV_REVENUE: '19=4400,7=4300',
}
const configOf = (settings: Record<string, string> = datev) =>
  readConfig({ DATABASE_URL: connectionString, DATA_DIR: world.folder, ...settings })
const config = configOf()

let sequence = 0

/** Issues a document of a seller with made-up files. */
async function issue(seller: string, data: DocumentData, isRendered = true) {
  const id = newId()
  const [pdf, xml] = [Buffer.from(`%PDF ${data.number}`), Buffer.from(`<xml>${data.number}</xml>`)]
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
  const files = {
    pdf,
    xml,
    pdf_sha256: sha256(pdf),
    xml_sha256: sha256(xml),
    rendered_at: new Date(),
  }
  const reason = data.kind === 'invoice' ? 'failed_refund' : 'refund'
  await db
    .insertInto('documents')
    .values({
      id,
      invoice_id: id,
      order_id,
      seller,
      kind: data.kind,
      reason,
      prefix: 'HN',
      year: 2027,
      sequence: ++sequence,
      number: data.number,
      time_zone: 'UTC',
      issued_on: data.issuedOn,
      issued_at: new Date(),
      gross_cents: 10_000,
      vat_cents: 1_597,
      units: '[]',
      data: JSON.stringify(data),
      ...(isRendered && files),
    })
    .execute()
}

const close = (organizer_id: string, month: string) =>
  db.insertInto('closed_months').values({ organizer_id, month, closed_at: new Date() }).execute()

const now = () => new Date('2027-05-01T12:00:00Z')
const march = { from: '2027-03', until: '2027-03', now }
const ours = (await anOrganizer(world, { id: `harbour nights/${newId()}` })).id
const theirs = (await anOrganizer(world)).id
const folder = encodeURIComponent(ours)
const authority = { ...company, leitwegId: '04011000-12345-34' }
const credit = { number: 'HN-2027-000043', kind: 'credit_note' } as const
const corrects = { number: 'HN-2027-000042', issuedOn: '2027-03-01' }
await issue(ours, { ...orderA(), buyer: authority })
await issue(ours, { ...orderB(), ...credit, corrects, buyer: { ...company, company: '=HYPER' } })
await issue(ours, { ...orderA(), number: 'HN-2027-000044', issuedOn: '2027-04-01' })
await issue(theirs, { ...orderA(), issuedOn: '2027-03-31' })
await issue('', { ...orderA(), issuedOn: '2027-02-28' })
await close(ours, '2027-03')

const target = (name: string) => join(place, name)
const filesIn = async (path: string) =>
  (await readdir(path, { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(path.length + 1))
    .toSorted()

const expected = [
  'documents.csv',
  `${folder}/EXTF_Buchungsstapel_2027-03.csv`,
  `${folder}/HN-2027-000042-xrechnung.xml`,
  `${folder}/HN-2027-000042.pdf`,
  `${folder}/HN-2027-000042.xml`,
  `${folder}/HN-2027-000043.pdf`,
  `${folder}/HN-2027-000043.xml`,
]

test('a folder has the documents of a month, their list, and the bookings of a closed month', async () => {
  const path = target('march')
  const report = await exportDocuments(config, path, { ...march, seller: ours })
  assert.deepEqual(report, { target: path, documents: 2, files: 7, left_out: [] })
  assert.deepEqual(await filesIn(path), expected)
  const bytes = (name: string) => readFile(join(path, name))
  assert.equal(`${await bytes(`${folder}/HN-2027-000042.pdf`)}`, '%PDF HN-2027-000042')
  assert.match(`${await bytes(`${folder}/HN-2027-000042-xrechnung.xml`)}`, /xrechnung_3\.0/)
  const bookings = decodeText(await bytes(`${folder}/EXTF_Buchungsstapel_2027-03.csv`)).text
  assert.equal(bookings.split('\r\n').length, 2 + 1 + 2 + 1)
  const list = await bytes('documents.csv')
  assert.ok(
    `${list}`.startsWith('\ufeffnumber,kind,issued_on,seller,buyer,net,vat,gross,currency,'),
  )
  const rows = parse(list, { bom: true, columns: true }) as Record<string, string>[]
  assert.deepEqual(
    rows.map(({ number, kind, issued_on, buyer, net, vat, gross, currency, corrects }) =>
      [number, kind, issued_on, buyer, net, vat, gross, currency, corrects].join(' ').trim(),
    ),
    [
      `HN-2027-000042 invoice 2027-03-01 ${company.company} 84.03 15.97 100.00 EUR`,
      "HN-2027-000043 credit_note 2027-03-01 '=HYPER 84.03 15.97 100.00 EUR HN-2027-000042",
    ],
  )
  for (const row of rows) {
    for (const kind of ['pdf', 'xml', 'xrechnung']) {
      const name = row[kind] ?? ''
      const digest =
        name &&
        createHash('sha256')
          .update(await bytes(name))
          .digest('hex')
      assert.equal(row[`${kind}_sha256`], digest, name)
    }
  }
})

test('an archive has the same files', async () => {
  const path = target('march.zip')
  await exportDocuments(config, path, { ...march, seller: ours })
  const entries = unzipSync(await readFile(path))
  assert.deepEqual(Object.keys(entries).toSorted(), expected)
  for (const [name, content] of Object.entries(entries)) {
    assert.deepEqual(Buffer.from(content), await readFile(join(target('march'), name)), name)
  }
})

test('several months of all sellers have a folder for each seller, and say what is left out', async () => {
  const path = target('quarter')
  const months = { from: '2027-02', until: '2027-04' }
  const { documents, left_out } = await exportDocuments(config, path, months)
  assert.equal(documents, 5)
  assert.deepEqual(
    (await readdir(path)).toSorted(),
    ['_operator', 'documents.csv', folder, theirs].toSorted(),
  )
  assert.deepEqual(
    left_out.toSorted(),
    [
      '2027-02 of the operator is not closed: it has no file for DATEV',
      `2027-03 of ${theirs} is not closed: it has no file for DATEV`,
      `2027-04 of ${ours} is not closed: it has no file for DATEV`,
    ].toSorted(),
  )
})

test('the operator has its documents alone, and the bookings of a month that it has closed', async () => {
  const february = { from: '2027-02', until: '2027-02', seller: '', now }
  await close('', '2027-02')
  const { documents, left_out } = await exportDocuments(config, target('own'), february)
  assert.deepEqual([documents, left_out], [1, []])
  assert.deepEqual(await filesIn(target('own')), [
    '_operator/EXTF_Buchungsstapel_2027-02.csv',
    '_operator/HN-2027-000042.pdf',
    '_operator/HN-2027-000042.xml',
    'documents.csv',
  ])
})

test('without settings there is nothing for DATEV, and a rate without an account is named', async () => {
  const of = { ...march, seller: ours }
  const without = await exportDocuments(configOf({}), target('plain'), of)
  assert.deepEqual([without.files, without.left_out], [6, []])
  const one = configOf({ ...datev, DATEV_REVENUE: '19=4400' })
  const { left_out } = await exportDocuments(one, target('one'), of)
  assert.deepEqual(left_out, [`2027-03 of ${ours} has no file for DATEV: DATEV_REVENUE lacks 7`])
})

test('a document whose files are still to be made is in the list without them', async () => {
  const { id } = await anOrganizer(world)
  await issue(id, { ...orderA(), number: 'HN-2027-000050', issuedOn: '2027-05-01' }, false)
  const may = { from: '2027-05', until: '2027-05' }
  const { left_out, files } = await exportDocuments(configOf({}), target('may'), may)
  assert.deepEqual([files, left_out], [1, ['HN-2027-000050 has no files yet']])
  assert.match(`${await readFile(join(target('may'), 'documents.csv'))}`, /HN-2027-000050,invoice/)
})

test('documents are read a few at a time', async () => {
  const { id } = await anOrganizer(world)
  for (let nth = 100; nth < 145; nth++) {
    await issue(id, { ...orderA(), number: `HN-2027-000${nth}`, issuedOn: '2027-06-01' })
  }
  const context = { work: db, config, now: () => new Date() }
  const months = await listMonths(context, { from: '2027-06', until: '2027-06' })
  const reads: number[] = []
  let documents = 0
  world.statements.length = 0
  const reports = { leaveOut: () => {}, onDocument: () => documents++ }
  for await (const _ of filesOfMonths(context, months, reports)) {
    reads.push(world.statements.length)
  }
  assert.deepEqual([documents, new Set(reads)], [45, new Set([1, 2, 3, 4])])
})

test('what is there already stays, and what cannot be exported is said', async () => {
  const refused = (name: string, months: object, error: RegExp) =>
    assert.rejects(exportDocuments(config, target(name), { ...march, ...months }), error)
  await writeFile(target('taken.zip'), 'mine')
  await mkdir(target('taken'))
  await refused('taken.zip', {}, /taken\.zip exists already: name another one/)
  await refused('taken', {}, /taken exists already/)
  assert.equal(`${await readFile(target('taken.zip'))}`, 'mine')
  await mkdir(target('busy.part'))
  await refused('busy', {}, /busy\.part exists: another export writes it, or was cut off/)
  await refused('none', { from: '2026-01', until: '2026-02' }, /No documents .* 2026-01 to 2026-02/)
  await refused('none', { seller: 'no-such' }, /No organizer has the id "no-such"/)
  assert.deepEqual(
    (await readdir(place)).filter((name) => /none/.test(name)),
    [],
  )
})

for (const name of ['failed', 'failed.zip']) {
  test(`a failure leaves nothing behind: ${name}`, async () => {
    async function* files() {
      yield { name: 'a/b.pdf', content: Buffer.from('b') }
      throw new Error('The database is away')
    }
    await assert.rejects(writeTarget(target(name), files()), /The database is away/)
    assert.deepEqual(
      (await readdir(place)).filter((one) => one.startsWith(name)),
      [],
    )
  })
}
