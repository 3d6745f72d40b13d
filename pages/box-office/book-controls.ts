/** The controls of refunds, of the shift's cash, and of requests that were put aside. */
import { readCode } from '#common/codes/read-code'
import { asPrinted } from '#common/codes/scanned-text'
import { readShortCode } from '#common/codes/short-code'
import { box, input, part, say } from '../shared/page.ts'
import { putAside, settle, submit } from './asking.ts'
import type { Controls } from './control-types.ts'
import { readCents, toCents, toEuros } from './money.ts'
import { report, returnLease } from './offline.ts'
import type { Till } from './till.ts'
import { differenceOf } from './words.ts'

export function wireBooks({ press, send, pick }: Controls): void {
  press('asking-again', settle)
  press('asking-aside', putAside)
  send('refund-form', (till) => {
    const payment_id = paymentIdOf(till, input('refund-code').value)
    say(
      'refund-fault',
      payment_id
        ? ''
        : 'This till has sold no such ticket. A ticket of another till is found by its payment id.',
    )
    if (!payment_id) return undefined
    return submit(till, { kind: 'refund', body: { payment_id, reason: input('refund-why').value } })
  })
  send('move-form', async (till) => {
    const kind = part('move-kind', HTMLSelectElement).value === 'drop' ? 'drop' : 'addition'
    const amount = amountIn('move-amount', 'move-fault')
    if (amount === undefined) return
    await submit(till, { kind: 'cash', body: { kind, amount, reason: input('move-why').value } })
    if (!till.attempt) part('move-form', HTMLFormElement).reset()
  })
  send('hand-form', async (till) => {
    const counted = amountIn('hand-counted', 'hand-fault')
    if (counted === undefined) return
    await submit(till, { kind: 'hand-over', body: { seller: input('hand-to').value, counted } })
    if (!till.attempt) part('hand-form', HTMLFormElement).reset()
  })
  send('close-form', (till) => close(till))
  send('lease-form', (till) => setAside(till))
  pick('lease-list', 'lease', async (till, { dataset }) => {
    const lease = till.leases.find(({ id }) => id === dataset['lease'])
    if (lease) await returnLease(till, lease).catch(() => undefined)
  })
}

function amountIn(field: string, fault: string): number | undefined {
  const cents = readCents(input(field).value)
  say(fault, cents === undefined ? 'Enter an amount, such as 50 or 12.50.' : '')
  return cents === undefined ? undefined : toEuros(cents)
}

/** Returns the payment of a ticket's code, as it was scanned. */
export const scannedPayment = (text: string) => readCode(asPrinted(text))?.ticket.payment_id

/** Returns the payment that a seller names: by its id, its code, or the short code of a ticket that this till sold. */
function paymentIdOf({ sales }: Till, text: string): string | undefined {
  const scanned = scannedPayment(text)
  if (scanned !== undefined) return scanned
  if (/^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i.test(text.trim()))
    return text.trim().toLowerCase()
  const tickets = sales.flatMap((sale) => sale.tickets)
  const code = readShortCode(text)
  return tickets.find(({ short_code }) => code && readShortCode(short_code ?? '') === code)
    ?.payment_id
}

function setAside(till: Till) {
  const item = till.offer?.items.find(
    ({ entity_id }) => entity_id === part('lease-item', HTMLSelectElement).value,
  )
  const quantity = Number(input('lease-count').value)
  if (!item || quantity < 1 || quantity > 200) {
    return say('lease-fault', 'Set 1 to 200 aside at a time.')
  }
  say('lease-fault', '')
  const { payment_type, entity_id } = item
  return submit(till, { kind: 'lease', body: { payment_type, entity_id, quantity } })
}

/** Closes the shift, after all sales were reported and all leases returned. Shows a difference first. */
async function close(till: Till): Promise<void> {
  const counted = amountIn('close-counted', 'close-fault')
  if (counted === undefined || !till.shift) return
  try {
    await report(till)
    for (const lease of till.leases) await returnLease(till, lease)
    till.shift = await till.calls.shift()
  } catch {
    return say('close-fault', 'The service does not answer. A shift is closed with a network only.')
  }
  const cents = toCents(counted) - toCents(till.shift.books.expected_cash)
  const told = `${differenceOf(cents)} Press again to close.`
  if (cents !== 0 && box('close-difference').textContent !== told) {
    return say('close-difference', told)
  }
  await submit(till, { kind: 'close', body: { counted } })
}
