import { ofForm } from '#common/pages/checkout-forms'
import { sum } from '#common/words/guide-words'
import { words } from '#common/words/shop-words'
import { FestivalError } from '../../../client/src/error.ts'
import type { Order } from '../../../client/src/types.ts'
import { abandonOrder, addressOf, holdOrder, readOrder } from './order.ts'
import { type Parts, partsOf, say } from './parts.ts'
import { restoreBilling } from './paying/billing.ts'
import { cardForms } from './paying/card-forms.ts'
import { pay } from './paying/pay.ts'
import { applyPoints, showSum } from './paying/points.ts'
import { applyVoucher, change, showAnew } from './paying/voucher.ts'
import { payInAnotherWay, proceed } from './progress.ts'
import { refuse, textOf } from './refusals.ts'
import { restoreTyped } from './typed.ts'

/** `/checkout`: holds the chosen items, asks for the required data, and pays. */
export async function checkOut(page: HTMLElement): Promise<void> {
  // A page cached by the browser may show an order that is over: it is read again.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
  const parts = partsOf(page)
  if (parts.email) restoreTyped(parts.email)
  restoreBilling(page)
  parts.again.addEventListener('click', () => void begin(parts))
  parts.form.addEventListener('submit', (event) => {
    event.preventDefault()
    void pay(parts)
  })
  parts.means?.addEventListener('change', () => {
    if (parts.units.length > 0) showSum(parts)
  })
  parts.other.addEventListener('click', () => payInAnotherWay(parts))
  parts.giveUp.addEventListener('click', () => void abandon(parts))
  applyVoucher(parts)
  applyPoints(parts)
  await begin(parts)
}

/** Finds the page's order, or creates it. */
async function begin(parts: Parts): Promise<void> {
  const { state, refusal } = parts
  refusal.hidden = true
  try {
    const isNew = state.order === undefined
    const order = await (state.order === undefined ? holdOrder(state) : readOrder(state.order))
    // From here on a reload shows this order.
    history.replaceState(null, '', addressOf(state, order.id))
    await showCard(parts, order)
    if (isNew && parts.total.textContent !== sum(order.amount)) return showAnew(parts)
    proceed(parts, order)
    if (!isNew && state.voucher !== undefined) void change(parts, state.voucher)
  } catch (error) {
    refuse(parts, error)
  }
}

/** Releases the held items for others, and goes back to the festival. */
async function abandon(parts: Parts): Promise<void> {
  const { state, giveUp: button, fault } = parts
  if (state.order === undefined || button.disabled) return
  button.disabled = true
  try {
    await abandonOrder(state.order)
    location.replace(state.festival === undefined ? '/' : `/guide/${state.festival}#tickets`)
  } catch (error) {
    if (!(error instanceof FestivalError)) throw error
    button.disabled = false
    say(fault, textOf(parts, error))
  }
}

/** Shows the form of the processor's script, if it has one. */
async function showCard(parts: Parts, { amount }: Order): Promise<void> {
  const place = parts.page.querySelector<HTMLElement>('#card')
  const { processor } = parts.state
  const load = ofForm(cardForms, processor)
  if (!place || !load || amount === 0 || parts.card) return
  try {
    const { mountCard } = await load()
    parts.card = await mountCard(place, { publicKey: processor.publicKey, euros: amount })
  } catch {
    say(parts.page.querySelector('#card-fault'), words.cardAway)
  }
}
