/** The last sale with its codes, and the sales before. */
import { box, element, say, show } from '../shared/page.ts'
import { offerInvoice } from './invoice.ts'
import { euros, toCents } from './money.ts'
import { knownPrinter } from './printing/printer.ts'
import type { Sold, SoldVat } from './sold.ts'
import type { Till } from './till.ts'
import { saleOf } from './words.ts'

const listed = 50
let shown = ''

/** Offers the ways to print a sale: those of the browser, and the printer of this till. */
function showPrinting({ isOffline }: Sold): void {
  for (const id of ['print-roll', 'print-a6']) show(id, !isOffline)
  show('print-tickets', !isOffline && knownPrinter() !== undefined)
}

/** Shows a completed sale; nothing if there is none. */
export function fillSold(sale: Sold | undefined): void {
  if (sale) showPrinting(sale)
  const wanted = sale ? JSON.stringify(sale) : ''
  if (wanted === shown) return
  shown = wanted
  if (!sale) return
  offerInvoice(sale)
  say(
    'sold-title',
    sale.receipt === '' ? 'Sold without a network' : `Sold: receipt ${sale.receipt}`,
  )
  say('sold-change', sale.change === null ? '' : `Change ${euros(toCents(sale.change))}`)
  say('sold-vat', (sale.vat ?? []).map(vatLine).join(' · '))
  const why =
    'Let the buyer photograph the codes. The sale is stored here until the network is back.'
  say('sold-why', sale.isOffline ? why : '')
  box('sold-tickets').replaceChildren(
    ...sale.tickets.map(({ name, short_code, admitted }) => {
      const state = admitted ? `${name} · let in` : name
      return element('li', '', element('p', '', state), element('p', 'code', short_code ?? ''))
    }),
  )
  if (sale.isOffline) void drawCodes(sale)
}

const vatLine = ({ rate, vat_amount }: SoldVat) =>
  `${rate} % VAT included: ${euros(toCents(vat_amount))}`

async function drawCodes(sale: Sold): Promise<void> {
  const { codeOf } = await import('../shared/ticket-code.ts')
  if (shown !== JSON.stringify(sale)) return
  for (const [index, line] of [...box('sold-tickets').children].entries()) {
    const { code, short_code } = sale.tickets[index] ?? {}
    if (code) line.append(codeOf(code, `Code of ticket ${short_code}`))
  }
}

export function listSales({ sales }: Till): void {
  show('last-none', sales.length === 0)
  box('last-list').replaceChildren(
    ...sales.slice(0, listed).map((sale) => {
      const again = element('button', 'button', 'Show again')
      again.type = 'button'
      again.dataset['sale'] = sale.id
      again.setAttribute('aria-label', `Show again: ${saleOf(sale)}`)
      return element('li', '', element('p', '', saleOf(sale)), again)
    }),
  )
}
