import { words } from '#common/words/shop-words'
import type { Order } from '../../../client/src/types.ts'
import { startClock } from './clock.ts'
import { addressOf, readOrder } from './order.ts'
import { type Parts, say } from './parts.ts'
import { showSum } from './paying/points.ts'
import { showEnd } from './refusals.ts'

/** Shows the state of an order, and follows it until it can be paid, is paid, or is over. */
export function proceed(parts: Parts, order: Order): void {
  parts.turn++
  parts.state.order = order.id
  if (order.status === 'succeeded') {
    location.replace(`/tickets?order=${order.id}`)
    return
  }
  if (order.status === 'expired' || order.status === 'failed') return showEnd(parts)
  // The page shows where to transfer the amount.
  if (order.awaiting_payment !== null) return location.replace(addressOf(parts.state, order.id))
  const { created_at, expires_at } = order
  if (expires_at !== null) startClock(parts, { created_at, expires_at })
  parts.units = order.payments.map(({ price, discount }) => Math.round((price - discount) * 100))
  if (order.status !== 'held') {
    showWaiting(parts, order)
    confirm(parts, order)
    void follow(parts, order.id)
    return
  }
  showForm(parts)
}

/** Opens the confirmation that the bank requires of the buyer. The result is read from the order, whatever the dialog says. */
function confirm({ card }: Parts, { status, client_secret }: Order): void {
  if (!card || status !== 'requires_action' || client_secret === null) return
  card.confirm(client_secret).catch(() => undefined)
}

/** Shows the form again: the next attempt abandons the one that waits for the buyer. */
export function payInAnotherWay(parts: Parts): void {
  parts.turn++
  showForm(parts)
}

function showForm(parts: Parts): void {
  const { waiting, form, voucher, button } = parts
  const wasWaiting = !waiting.hidden
  waiting.hidden = true
  form.hidden = false
  if (voucher) voucher.hidden = false
  button.disabled = false
  showSum(parts)
  if (wasWaiting) button.focus()
}

function showWaiting(parts: Parts, { status }: Order): void {
  const { waiting, form, voucher, other, page, card } = parts
  const isAsking = status === 'requires_action'
  const text = isAsking
    ? [words.asking, card ? words.askingWords : `${words.askingWords} ${words.askingSimulated}`]
    : [words.charging, words.chargingWords]
  say(waiting.querySelector('h2'), text[0] ?? '')
  say(waiting.querySelector('p'), text[1] ?? '')
  other.hidden = !isAsking
  form.hidden = true
  if (voucher) voucher.hidden = true
  if (!waiting.hidden) return
  waiting.hidden = false
  waiting.focus()
  page.scrollIntoView({ block: 'start' })
}

const second = 1_000

/** Reads the order until the processor has decided, even if the network is gone for a while. */
async function follow(parts: Parts, id: string): Promise<void> {
  const { turn } = parts
  for (;;) {
    await new Promise((done) => setTimeout(done, second))
    const order = await readOrder(id).catch(() => undefined)
    if (turn !== parts.turn) return
    say(parts.waiting.querySelector('.fault'), order ? '' : words.offline)
    if (!order) continue
    if (order.status === 'pending' || order.status === 'requires_action') {
      showWaiting(parts, order)
      continue
    }
    if (order.status === 'held') {
      say(
        parts.fault,
        `${words.declined(order.failure?.decline_code ?? undefined)} ${words.stillHeld}`,
      )
    }
    return proceed(parts, order)
  }
}
