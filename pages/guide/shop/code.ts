import { leftOf, price } from '#common/words/guide-words'
import { words } from '#common/words/shop-words'
import { FestivalError } from '../../../client/src/error.ts'
import { serverNow } from '../session.ts'
import { api, asFan, beginAsGuest } from './fan.ts'
import { messageOf, say } from './parts.ts'
import { wordsOf } from './paying/voucher.ts'

type Form = { page: HTMLElement; place: HTMLDetailsElement; field: HTMLInputElement }
type CheckedVoucher = Awaited<ReturnType<typeof api.vouchers.check>>
type Offer = CheckedVoucher['items'][number]
type Standing = Parameters<typeof leftOf>[0]['status']

/** Shows the offers that a code opens, and the prices that it gives; a purchase made then uses the code. */
export async function showCode({ page, place, field }: Form): Promise<void> {
  const code = field.value.trim()
  const button = place.querySelector<HTMLButtonElement>('[type=submit]')
  const fault = place.querySelector<HTMLElement>('.fault')
  if (!button || button.disabled) return
  button.disabled = true
  try {
    await beginAsGuest()
    const given = await asFan(() => api.vouchers.check(place.dataset['code'] ?? '', { code }))
    messageOf(field, fault, '')
    show(page, given)
    addToBasketLinks(page, { code, given })
  } catch (error) {
    button.disabled = false
    if (!(error instanceof FestivalError)) throw error
    messageOf(field, fault, wordsOf(error))
  }
}

/** The code goes to the checkout with the chosen items. Another one begins with the page as it was. */
function addToBasketLinks(
  page: HTMLElement,
  { code, given }: { code: string; given: CheckedVoucher },
): void {
  const wanted = page.querySelector<HTMLFormElement>('form.buy')?.elements.namedItem('voucher')
  const offers = given.items.length
  if (wanted instanceof HTMLInputElement && offers > 0) {
    wanted.disabled = false
    wanted.value = code
  }
  const text = offers === 0 ? words.codeGivesNothing(code) : words.codeGives(code, offers)
  say(page.querySelector('#code-gives'), text)
  const without = page.querySelector<HTMLButtonElement>('#without-code')
  if (!without) return
  without.hidden = false
  without.addEventListener('click', () => location.reload())
}

function show(page: HTMLElement, { items, remaining, max_per_person }: CheckedVoucher): void {
  const uses = Math.min(remaining ?? Infinity, max_per_person ?? Infinity)
  const opened = page.querySelector<HTMLElement>('#opened')
  for (const item of items) {
    const known = page.querySelector<HTMLElement>(`.tier[data-tier="${item.entity_id}"]`)
    const row = known ?? rowFor(item, page.dataset['zone'] ?? 'UTC')
    showPrice(row, { item, uses })
    if (known || !opened) continue
    opened.append(row)
    opened.hidden = false
  }
  page.dispatchEvent(new Event('opened'))
}

function showPrice(row: HTMLElement, { item, uses }: { item: Offer; uses: number }): void {
  const { price: before, reduced_price } = item
  const shown = row.querySelector('.price')
  if (shown && reduced_price < before) {
    const old = Object.assign(document.createElement('small'), {
      textContent: words.instead(price(before)),
    })
    shown.replaceChildren(price(reduced_price), ' ', old)
  }
  const stepper = row.querySelector<HTMLElement>('.stepper')
  if (!stepper) return
  stepper.dataset['most'] = `${Math.min(Number(stepper.dataset['most']), uses)}`
  stepper.dataset['price'] = `${reduced_price}`
}

/** Returns a row for an offer that the page does not show without the code. */
function rowFor(item: Offer, time_zone: string): HTMLElement {
  const { entity_id, payment_type, name, description, remaining, max_per_order } = item
  const part = (tag: string, className: string, textContent: string) =>
    Object.assign(document.createElement(tag), { className, textContent })
  const status = statusOf(item)
  const left = { status, remaining, next_release_at: null }
  const row = part('li', 'tier', '')
  Object.assign(row.dataset, { tier: entity_id, status })
  const stepper = part('div', 'stepper', '')
  Object.assign(stepper.dataset, {
    kind: payment_type,
    price: item.price,
    most: max_per_order,
    left: remaining,
  })
  row.append(
    part('h3', '', name),
    part('p', 'price', price(item.price)),
    part('p', 'left', leftOf(left, { start_time: item.sale_starts_at, time_zone })),
    ...(description ? [part('p', 'window', description)] : []),
    stepper,
  )
  return row
}

function statusOf({ sale_starts_at, sale_ends_at, remaining }: Offer): Standing {
  const now = serverNow().getTime()
  if (sale_starts_at !== null && now < Date.parse(sale_starts_at)) return 'not_yet'
  if (sale_ends_at !== null && now > Date.parse(sale_ends_at)) return 'closed'
  return remaining > 0 ? 'on_sale' : 'sold_out'
}
