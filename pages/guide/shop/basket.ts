import { words } from '../../../src/web/shop-words.ts'

/** So many units may be in one order. */
const most = 20

/** The − and + beside each tier, and the button that says what the choice costs. */
export function fillBasket(page: HTMLElement): void {
  const form = page.querySelector<HTMLFormElement>('form.buy')
  const steppers = [...page.querySelectorAll<HTMLElement>('.stepper')]
  if (!form || steppers.length === 0) return
  const show = () => showBasket(form, steppers)
  for (const stepper of steppers) {
    stepper.addEventListener('click', ({ target }) => {
      const step = Number((target as HTMLElement).dataset['step'] ?? 0)
      const all = steppers.reduce((sum, one) => sum + quantityOf(one), 0)
      if (step > 0 && all >= most) return
      setQuantity(stepper, quantityOf(stepper) + step)
      show()
    })
    // What is left changes while the page is open.
    const tier = stepper.closest<HTMLElement>('.tier')
    if (tier)
      new MutationObserver(show).observe(tier, { attributeFilter: ['data-status', 'data-left'] })
  }
  form.addEventListener('submit', () => {
    const items = steppers.filter((one) => quantityOf(one) > 0)
    const text = items.map((one) => `${one.dataset['item']}:${quantityOf(one)}`).join(',')
    const field = form.elements.namedItem('items')
    if (field instanceof HTMLInputElement) field.value = text
  })
  // A browser that comes back may show the page as it was left, or keep nothing of it.
  addEventListener('pageshow', show)
  show()
}

const quantityOf = (stepper: HTMLElement) => Number(stepper.querySelector('output')?.value ?? 0)

function setQuantity(stepper: HTMLElement, quantity: number): void {
  const output = stepper.querySelector('output')
  const limit = limitOf(stepper)
  const value = `${Math.max(0, Math.min(limit, quantity))}`
  if (output && output.value !== value) output.value = value
  const [fewer, more] = stepper.querySelectorAll('button')
  // Not `disabled`: a button with the focus would lose it.
  fewer?.setAttribute('aria-disabled', `${value === '0'}`)
  more?.setAttribute('aria-disabled', `${Number(value) >= limit}`)
}

function limitOf(stepper: HTMLElement): number {
  const { left } = stepper.closest<HTMLElement>('.tier')?.dataset ?? {}
  const { most: atFirst = '0', perOrder = '0' } = stepper.dataset
  return left === undefined ? Number(atFirst) : Math.min(Number(perOrder), Number(left))
}

function showBasket(form: HTMLFormElement, steppers: HTMLElement[]): void {
  let [quantity, euros, isAny] = [0, 0, false]
  for (const stepper of steppers) {
    const isOnSale = stepper.closest<HTMLElement>('.tier')?.dataset['status'] === 'on_sale'
    stepper.hidden = !isOnSale
    isAny ||= isOnSale
    setQuantity(stepper, isOnSale ? quantityOf(stepper) : 0)
    quantity += quantityOf(stepper)
    euros += quantityOf(stepper) * Number(stepper.dataset['price'])
  }
  form.hidden = !isAny
  const button = form.querySelector('button')
  if (!button) return
  button.disabled = quantity === 0
  const text = quantity === 0 ? words.choose : words.buy(quantity, euros)
  if (button.textContent !== text) button.textContent = text
}
