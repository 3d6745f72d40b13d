import { words } from '../../../src/web/shop-words.ts'

/** So many units may be in one order. */
const most = 20

/** − and + beside a tier, with how many are wanted. */
type Stepper = {
  tier: HTMLElement
  place: HTMLElement
  output: HTMLOutputElement
  buttons: HTMLButtonElement[]
}

/** The choice of tickets, and the button that says what it costs. */
export function fillBasket(page: HTMLElement): void {
  const form = page.querySelector<HTMLFormElement>('form.buy')
  const places = [...page.querySelectorAll<HTMLElement>('.stepper')]
  if (!form || places.length === 0) return
  const steppers = places.map(build)
  const show = () => showBasket(form, steppers)
  for (const stepper of steppers) {
    for (const [button, step] of [-1, 1].map((by, nth) => [stepper.buttons[nth], by] as const)) {
      button?.addEventListener('click', () => {
        const all = steppers.reduce((sum, one) => sum + quantityOf(one), 0)
        if (step < 0 || all < most) setQuantity(stepper, quantityOf(stepper) + step)
        show()
      })
    }
    // What is left changes while the page is open.
    const watched = { attributeFilter: ['data-status', 'data-left'], subtree: true }
    new MutationObserver(show).observe(stepper.tier, watched)
  }
  form.addEventListener('submit', () => writeItems(form, steppers))
  show()
}

function build(place: HTMLElement): Stepper {
  const tier = place.closest<HTMLElement>('.tier') ?? place
  const name = tier.querySelector('h3')?.textContent ?? ''
  const button = (text: string, label: string) => {
    const made = document.createElement('button')
    made.type = 'button'
    made.textContent = text
    made.setAttribute('aria-label', label)
    return made
  }
  const output = document.createElement('output')
  output.value = '0'
  const buttons = [button('−', words.fewer(name)), button('+', words.more(name))]
  place.append(...buttons.slice(0, 1), output, ...buttons.slice(1))
  place.setAttribute('role', 'group')
  place.setAttribute('aria-label', name)
  return { tier, place, output, buttons }
}

const quantityOf = ({ output }: Stepper) => Number(output.value)

function setQuantity(stepper: Stepper, quantity: number): void {
  const { place, output, buttons } = stepper
  const { most: perOrder, left } = place.dataset
  const limit = Math.min(Number(perOrder), Number(left))
  const value = `${Math.max(0, Math.min(limit, quantity))}`
  if (output.value !== value) output.value = value
  const [fewer, more] = buttons
  // Not `disabled`: a button with the focus would lose it.
  fewer?.setAttribute('aria-disabled', `${value === '0'}`)
  more?.setAttribute('aria-disabled', `${Number(value) >= limit}`)
}

function showBasket(form: HTMLFormElement, steppers: Stepper[]): void {
  let [quantity, euros] = [0, 0]
  for (const stepper of steppers) {
    const { tier, place } = stepper
    place.hidden = tier.dataset['status'] !== 'on_sale'
    setQuantity(stepper, place.hidden ? 0 : quantityOf(stepper))
    quantity += quantityOf(stepper)
    euros += quantityOf(stepper) * Number(place.dataset['price'])
  }
  form.hidden = steppers.every(({ place }) => place.hidden)
  const button = form.querySelector('button')
  if (!button) return
  button.disabled = quantity === 0
  const text = quantity === 0 ? words.choose : words.buy(quantity, euros)
  if (button.textContent !== text) button.textContent = text
}

/** The form leads to the checkout with what is wanted in its address. */
function writeItems(form: HTMLFormElement, steppers: Stepper[]): void {
  const wanted = steppers.filter((one) => quantityOf(one) > 0)
  const items = wanted.map((one) => `${one.tier.dataset['tier']}:${quantityOf(one)}`)
  const field = form.elements.namedItem('items')
  if (field instanceof HTMLInputElement) field.value = items.join(',')
}
