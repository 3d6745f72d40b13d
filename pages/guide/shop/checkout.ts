import { holdOrder, readOrder } from './order.ts'
import { type Parts, partsOf } from './parts.ts'
import { pay } from './pay.ts'
import { payInAnotherWay, proceed } from './progress.ts'
import { refuse } from './refusals.ts'
import { keepTyped } from './typed.ts'
import { takeVoucher } from './voucher.ts'

/** `/checkout`: holds what is wanted, asks for what is needed, and pays. */
export async function checkOut(page: HTMLElement): Promise<void> {
  // A page that the browser kept may show an order that is over: it is asked for anew.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
  const parts = partsOf(page)
  if (parts.email) keepTyped(parts.email)
  parts.again.addEventListener('click', () => void begin(parts))
  parts.form.addEventListener('submit', (event) => {
    event.preventDefault()
    void pay(parts)
  })
  parts.other.addEventListener('click', () => payInAnotherWay(parts))
  takeVoucher(parts)
  await begin(parts)
}

/** Finds the order of the page, or makes it. */
async function begin(parts: Parts): Promise<void> {
  const { state, refusal } = parts
  refusal.hidden = true
  try {
    const order = await (state.order === undefined ? holdOrder(state) : readOrder(state.order))
    // From here on a reload shows this order.
    history.replaceState(null, '', `/checkout?order=${order.id}`)
    proceed(parts, order)
  } catch (error) {
    refuse(parts, error)
  }
}
