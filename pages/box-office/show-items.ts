/** The list of tickets and places, with − and + beside each. */
import type { TillItem } from '../../client/src/types.ts'
import { box, element } from '../shared/page.ts'
import { euros, toCents } from './money.ts'
import type { Till } from './till.ts'

let shown = ''

export function showItems(till: Till): void {
  const items = till.offer?.items ?? []
  const wanted = JSON.stringify(items.map(({ entity_id, name, price }) => [entity_id, name, price]))
  // An unchanged list stays, so that its buttons retain the focus.
  if (shown !== wanted) box('items').replaceChildren(...items.map(itemOf))
  shown = wanted
  for (const [index, line] of [...box('items').children].entries()) {
    const item = items[index]
    if (item) fill(line, item, till)
  }
}

function itemOf({ entity_id, name }: TillItem): HTMLElement {
  const count = element(
    'div',
    'count',
    step(entity_id, -1, `One ${name} less`),
    element('output', ''),
    step(entity_id, 1, `One ${name} more`),
  )
  const told = element('div', '', element('p', 'name', name), element('p', 'quiet'))
  return element('li', '', told, count)
}

function step(id: string, by: number, label: string): HTMLElement {
  const made = element('button', 'button', by > 0 ? '+' : '−')
  made.type = 'button'
  made.dataset['item'] = id
  made.dataset['by'] = `${by}`
  made.setAttribute('aria-label', label)
  return made
}

function fill(line: Element, item: TillItem, till: Till): void {
  const quantity = till.basket[item.entity_id] ?? 0
  const most = till.mostOf(item.entity_id)
  const parts = [euros(toCents(item.price)), leftOf(item, most, till.service.isOnline)]
  if (item.hidden) parts.push('not in the shop')
  setText(line.querySelector('.quiet'), parts.filter((text) => text !== '').join(' · '))
  setText(line.querySelector('output'), `${quantity}`)
  const [less, more] = line.querySelectorAll('button')
  less?.toggleAttribute('disabled', quantity === 0)
  more?.toggleAttribute('disabled', quantity >= most)
}

function leftOf(item: TillItem, most: number, isOnline: boolean): string {
  if (!isOnline) return `${most} prepared for working offline`
  if (!item.on_sale) return 'not on sale now'
  if (most === 0) return 'sold out'
  return Number.isFinite(most) ? `${most.toLocaleString('en')} left` : ''
}

function setText(element: Element | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text
}
