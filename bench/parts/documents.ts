/** The cost of an invoice as PDF/A-3 with its XML, beside a plain page of pdfkit with as many texts: both in turn, in this process. */
import '#common/words/all'
import PlainDocument from 'pdfkit'
import { renderDocument } from '../../src/shop/documents/rendering/render.ts'
import { cpuOf } from '../../test/cpu.ts'
import { orderA, orderB, orderC } from '../../test/documents/samples.ts'
import { median } from '../load.ts'
import { atMost, short } from '../row.ts'
import { type Part, scaled } from '../run.ts'

/** Number of texts on the page of an ordinary invoice. */
const texts = 60
/** An invoice has embedded fonts, tags, a profile of colours and a file inside; the plain page has none of these. */
const most = 3

export const documents: Part = async (run) => {
  const many = scaled(run, { full: 100, quick: 40, check: 2 })
  const rounds = scaled(run, { full: 9, quick: 5, check: 1 })
  run.say(`${rounds} times ${many} invoices, and as many plain pages`)
  let nth = 0
  const invoices = async () => {
    for (let count = 0; count < many; count++) await renderDocument(anInvoice(++nth))
  }
  const pages = async () => {
    for (let count = 0; count < many; count++) await aPlainPage(++nth)
  }
  // The first ones prepare the fonts.
  await invoices()
  await pages()
  const times: { invoice: number; page: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const [invoice, page] = [await cpuOf(invoices), await cpuOf(pages)]
    times.push({ invoice: invoice / many, page: page / many })
  }
  const [invoice, page] = [
    median(times.map((time) => time.invoice)),
    median(times.map((time) => time.page)),
  ]
  const figure = median(times.map((time) => time.invoice / time.page))
  const detail = `${short(1_000 / invoice)} invoices in a second of CPU, ${short(invoice)} ms each; a plain page takes ${short(page)} ms`
  return [
    atMost(
      'An invoice, beside a plain page of pdfkit: CPU',
      { figure, target: most, unit: '×' },
      detail,
    ),
  ]
}

/** An invoice with a number and a buyer of its own. */
function anInvoice(nth: number) {
  const invoice = [orderA, orderB, orderC][nth % 3]?.() ?? orderA()
  const buyer = { ...invoice.buyer, name: `Ada Marsh ${nth}`, email: `ada${nth}@harbour.example` }
  return { ...invoice, number: `HN-2027-${`${nth}`.padStart(6, '0')}`, buyer }
}

async function aPlainPage(nth: number): Promise<void> {
  const page = new PlainDocument({ size: 'A4', margin: 0 })
  const ended = new Promise((resolve) => page.once('end', resolve))
  page.resume()
  for (let text = 0; text < texts; text++) {
    page.fontSize(9).text(`Harbour Nights ${nth}.${text}`, 48, 48 + 12 * text, { lineBreak: false })
  }
  page.end()
  await ended
}
