import { type Kind, mostUnits, writeItems } from '#common/pages/basket-items'
import { basketWords as words } from '#common/words/shop-words'

/** − and + beside an offer, with the chosen quantity. */
type Stepper = {
  tier: HTMLElement
  place: HTMLElement
  output: HTMLOutputElement
  buttons: HTMLButtonElement[]
}
type Basket = { form: HTMLFormElement; steppers: Stepper[] }

/** The choice among the offers, and the button that shows its price. */
export function fillBasket(page: HTMLElement): void {
  const form = page.querySelector<HTMLFormElement>('form.buy')
  if (!form) return
  const basket: Basket = { form, steppers: [] }
  form.addEventListener('submit', () => writeWanted(basket))
  const find = () => {
    for (const place of page.querySelectorAll<HTMLElement>('.stepper:empty')) {
      basket.steppers.push(build(basket, place))
    }
    showBasket(basket)
  }
  // A code may reveal more offers.
  page.addEventListener('opened', find)
  find()
}

function build(basket: Basket, place: HTMLElement): Stepper {
  const tier = place.closest<HTMLElement>('.tier') ?? place
  const name = tier.querySelector('h3')?.textContent ?? ''
  const button = (text: string, label: string, step: number) => {
    const made = document.createElement('button')
    made.type = 'button'
    made.textContent = text
    made.setAttribute('aria-label', label)
    made.addEventListener('click', () => take(basket, stepper, step))
    return made
  }
  const output = document.createElement('output')
  output.value = '0'
  const buttons = [button('−', words.fewer(name), -1), button('+', words.more(name), 1)]
  const stepper = { tier, place, output, buttons }
  place.append(...buttons.slice(0, 1), output, ...buttons.slice(1))
  place.setAttribute('role', 'group')
  place.setAttribute('aria-label', name)
  // Availability changes while the page is open.
  const watched = { attributeFilter: ['data-status', 'data-left', 'data-price'], subtree: true }
  new MutationObserver(() => showBasket(basket)).observe(tier, watched)
  return stepper
}

function take(basket: Basket, stepper: Stepper, step: number): void {
  const all = basket.steppers.reduce((sum, one) => sum + quantityOf(one), 0)
  if (step < 0 || all < mostUnits) setQuantity(stepper, quantityOf(stepper) + step)
  showBasket(basket)
}

const quantityOf = ({ output }: Stepper) => Number(output.value)
const kindOf = ({ place }: Stepper) => (place.dataset['kind'] ?? 'ticket') as Kind

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

/** Tiers sold in turn can be chosen only by a user from the waiting room, when it is their turn. */
const isCalled = location.hash === '#turn'
const mayChoose = ({ dataset }: HTMLElement) => isCalled || dataset['turn'] === undefined

function showBasket({ form, steppers }: Basket): void {
  let [tickets, others, euros] = [0, 0, 0]
  for (const stepper of steppers) {
    const { tier, place } = stepper
    place.hidden = tier.dataset['status'] !== 'on_sale' || !mayChoose(tier)
    setQuantity(stepper, place.hidden ? 0 : quantityOf(stepper))
    if (kindOf(stepper) === 'ticket') tickets += quantityOf(stepper)
    else others += quantityOf(stepper)
    euros += quantityOf(stepper) * Number(place.dataset['price'])
  }
  form.hidden = steppers.every(({ place }) => place.hidden)
  const button = form.querySelector('button')
  if (!button) return
  const isEmpty = tickets + others === 0
  button.disabled = isEmpty
  const text = isEmpty ? words.choose : words.buy({ tickets, others }, euros)
  if (button.textContent !== text) button.textContent = text
}

/** The form leads to the checkout with the chosen items in its address. */
function writeWanted({ form, steppers }: Basket): void {
  const wanted = steppers.filter((one) => quantityOf(one) > 0)
  const items = wanted.map((one) => ({
    kind: kindOf(one),
    id: one.tier.dataset['tier'] ?? '',
    quantity: quantityOf(one),
  }))
  const field = form.elements.namedItem('items')
  if (field instanceof HTMLInputElement) field.value = writeItems(items)
}
