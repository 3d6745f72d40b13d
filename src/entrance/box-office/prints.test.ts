/** Tickets on receipt printers: what a printer prints of the bytes that the service sends. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import sharp from 'sharp'
import { modulesOf } from '#common/codes/qr-path'
import { newId } from '#platform/values/ids'
import { aNetworkPrinter } from '../../../test/network-printer.ts'
import { printed } from '../../../test/receipt-printer.ts'
import { scanPicture } from '../../../test/scanner.ts'
import { aBoxOffice, aShift, atTill } from '../../../test/till.ts'
import { aWorld } from '../../../test/world.ts'

const printer = await aNetworkPrinter()
const world = await aWorld({ env: printer.env })
const box = await aBoxOffice(world)
const till = atTill(world, await aShift(world, box))
const tier = await box.tier({ name: 'มหานคร مهرجان Ødegård', price_cents: 1200 })

/** Returns the bytes of a print. */
async function dataOf(query: string): Promise<Buffer> {
  const answer = await world.app.inject({
    url: `${till.url}/print-data?${query}`,
    headers: { ...till.headers, 'x-f-authorization': world.client.token },
  })
  assert.equal(answer.statusCode, 200, answer.payload)
  assert.equal(answer.headers['content-type'], 'application/octet-stream')
  assert.equal(answer.headers['cache-control'], 'private, no-store')
  return answer.rawPayload
}

const widths = { '80mm': 576, '58mm': 384 }
suite('a printer prints the tickets of a sale, each on paper of its own', async () => {
  const sale = (await till.sell(tier.id, { quantity: 2 })).body
  for (const language of ['escpos', 'star', 'starprnt'] as const) {
    for (const [paper, dots] of Object.entries(widths)) {
      // Requirement (rules): Tickets are printed by receipt printers, in their own commands, with codes that scanners read
      test(`${language} on ${paper}`, async () => {
        const query = `sale_id=${sale.id}&paper=${paper}&language=${language}`
        const papers = await printed(await dataOf(query), language, dots)
        const codes = await Promise.all(papers.map(scanPicture))
        assert.deepEqual(
          codes.map(([code]) => code?.text),
          sale.tickets.map(({ code }: { code: string }) => code),
        )
      })
    }
  }
})

test('each module of the code is 9 dots wide and high, and has no dot of another', async () => {
  const sale = (await till.sell(tier.id)).body
  const [paper] = await printed(await dataOf(`sale_id=${sale.id}`), 'escpos')
  const { data, info } = await sharp(paper).greyscale().raw().toBuffer({ resolveWithObject: true })
  const isDark = (x: number, y: number) => (data[y * info.width + x] ?? 255) < 128
  const modules = modulesOf(sale.tickets[0].code)
  const left = Math.round((info.width - 9 * modules.length) / 2)
  // The edge of the finder pattern, below the quiet zone; the next dot is white.
  const edge = (y: number) => Array.from({ length: 64 }, (_, x) => isDark(left + 4 * 9 + x, y))
  const rows = Array.from({ length: info.height }, (_, y) => edge(y))
  const top = rows.findIndex(
    (row) => row.lastIndexOf(true) === 62 && !row.slice(0, 63).includes(false),
  )
  const wrong = modules.flat().flatMap((module, index) => {
    const [x, y] = [index % modules.length, Math.floor(index / modules.length) - 4]
    const dots = Array.from({ length: 81 }, (_, dot) =>
      isDark(left + 9 * x + (dot % 9), top + 9 * y + Math.floor(dot / 9)),
    )
    return dots.every((dot) => dot === module) ? [] : [`${x},${y}`]
  })
  assert.deepEqual(wrong, [])
})

test('without a sale, a test page with a code that is no ticket is printed', async () => {
  const papers = await printed(await dataOf('paper=58mm&language=star'), 'star', 384)
  assert.equal(papers.length, 1)
  assert.equal((await scanPicture(papers[0] ?? Buffer.alloc(0)))[0]?.text, 'TEST')
})

test('a sale of another shift, or none, is 404; another paper is refused by name', async () => {
  const other = atTill(world, await aShift(world, box))
  const sale = (await other.sell(tier.id)).body
  for (const id of [sale.id, newId()]) {
    assert.equal((await till.get(`/print-data?sale_id=${id}`)).status, 404)
  }
  const refused = await till.get('/print-data?paper=a4')
  assert.equal(refused.status, 400)
  assert.match(refused.body.error, /paper/)
})

// Requirement (rules): The service prints on printers that the operator has named, and on no others
test('a printer in the network prints through the service; one that is off or breaks off is refused by name', async () => {
  assert.deepEqual((await till.get('/printers')).body, [{ name: 'bar' }, { name: 'North door' }])
  const sale = (await till.sell(tier.id)).body
  const print = { printer: 'bar', sale_id: sale.id }
  const answer = await till.post('/prints', print)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.bytes, Buffer.concat(printer.received).length)
  const [paper] = await printed(Buffer.concat(printer.received), 'escpos')
  assert.equal((await scanPicture(paper ?? Buffer.alloc(0)))[0]?.text, sale.tickets[0].code)

  const off = await till.post('/prints', { printer: 'North door' })
  assert.deepEqual([off.status, off.body.code], [409, 'printer_unavailable'])
  assert.match(off.body.error, /^The printer North door does not answer: switch it on/)
  printer.isBroken = true
  const broken = await till.post('/prints', print)
  assert.deepEqual([broken.status, broken.body.code], [409, 'printer_unavailable'])
  for (const name of ['127.0.0.1', `127.0.0.1:${printer.port}`, 'BAR', '__proto__']) {
    assert.equal((await till.post('/prints', { printer: name })).status, 404, name)
  }
})
