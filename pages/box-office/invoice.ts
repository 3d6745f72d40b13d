/** The invoice for a company of the sale that is shown. */
import { button, input, part, say, show } from '../shared/page.ts'
import { Refusal } from './calls.ts'
import type { Controls } from './control-types.ts'
import { openPaper } from './printing/print.ts'
import type { Sold } from './sold.ts'
import type { Till } from './till.ts'

const fields = ['company', 'street', 'postcode', 'city', 'country', 'vat_id'] as const
/** Requests for the number, one a second: an invoice is issued within seconds. */
const tries = 20

const waiting =
  'The invoice is requested. It gets its number as soon as the organizer has all the details that invoices need.'

/** Offers the invoice of a sale that has cost something and that the service knows, with an empty form. */
export function offerInvoice({ isOffline, amount }: Sold): void {
  show('invoice', !isOffline && amount > 0)
  part('invoice', HTMLDetailsElement).open = false
  part('invoice-form', HTMLFormElement).reset()
  for (const id of ['invoice-fault', 'invoice-number']) say(id, '')
  show('print-invoice', false)
}

export function wireInvoice({ press, send }: Controls): void {
  send('invoice-form', request)
  press('print-invoice', async (till) => {
    const paymentId = paymentOf(till)
    if (paymentId) await openPaper(till.calls.invoicePdf(paymentId))
  })
}

const paymentOf = ({ stage }: Till): string | undefined =>
  stage.step === 'sold' ? stage.sale.tickets[0]?.payment_id : undefined

/** Requests the invoice, and waits for its number. */
async function request(till: Till): Promise<void> {
  const paymentId = paymentOf(till)
  if (!paymentId) return
  const details = Object.fromEntries(fields.map((name) => [name, valueOf(name)]))
  say('invoice-fault', '')
  button('invoice-request').disabled = true
  try {
    for (let asked = 0; asked < tries; asked++) {
      const { number } = await till.calls.requestInvoice(paymentId, details)
      // Another sale may be shown by now.
      if (paymentOf(till) !== paymentId) return
      say('invoice-number', number === null ? waiting : `Invoice ${number}`)
      show('print-invoice', number !== null)
      if (number !== null) return
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
  } catch (error) {
    const why = error instanceof Refusal ? error.message : 'The service does not answer'
    say('invoice-fault', `${why}. Try again.`)
  } finally {
    button('invoice-request').disabled = false
  }
}

function valueOf(name: (typeof fields)[number]): string | null {
  const text = input(`invoice-${name}`).value.trim()
  return (name === 'country' ? text.toUpperCase() : text) || null
}
