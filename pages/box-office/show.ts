/** Shows the current state of the till. */
import { localFormat } from '#platform/zones/local-time'
import { festivalZone, now } from '../shared/clock.ts'
import { box, button, element, input, notice, part, say, show } from '../shared/page.ts'
import { mayWait } from './asking.ts'
import { totalOf, unitsOf } from './basket.ts'
import { covers, isLive } from './lease.ts'
import { euros, quickAmounts, toCents } from './money.ts'
import { showItems } from './show-items.ts'
import { fillSold, listSales } from './show-sales.ts'
import type { Till, View } from './till.ts'
import { booksOf, unknownOf } from './words.ts'

const views: View[] = ['sell', 'last', 'refund', 'shift', 'leases']

const clock = localFormat({ hour: '2-digit', minute: '2-digit' })

/** The previous screen: a new one gets the focus. */
let before = ''

export function draw(till: Till): void {
  showTop(till)
  for (const view of views) show(view, till.view === view)
  for (const one of box('views').querySelectorAll<HTMLElement>('[data-view]')) {
    if (one.dataset['view'] === till.view) one.setAttribute('aria-current', 'page')
    else one.removeAttribute('aria-current')
  }
  showItems(till)
  showPaying(till)
  showTerminal(till)
  fillSold(till.stage.step === 'sold' ? till.stage.sale : undefined)
  showRefunded(till)
  listSales(till)
  showShift(till)
  showLeases(till)
  showAsking(till)
  focusNew(till.view === 'sell' ? stepOf(till) : till.view)
}

function showTop({ device, offer, service, unsent }: Till): void {
  for (const id of ['views', 'line']) show(id, true)
  show('setup', false)
  say('festival', offer?.festival.name ?? 'Box office')
  say('device', device.name)
  say('line', service.isOnline ? 'Online' : 'Offline')
  box('line').dataset['line'] = service.isOnline ? 'online' : 'offline'
  notice('complaint', service.complaint && `The service has a problem: ${service.complaint}`)
  const sales = unsent === 1 ? '1 sale is' : `${unsent} sales are`
  notice('unsent', unsent === 0 ? null : `${sales} stored here until the network is back.`)
}

const payments = { cash: 'pay-cash', complimentary: 'pay-free', terminal: 'terminal' }

/** Returns the step of the sale to show. */
function stepOf({ stage, paying }: Till): string {
  if (stage.step === 'terminal') return paying === 'cash' ? 'pay-cash' : 'terminal'
  if (stage.step === 'sold') return 'sold'
  return paying === null ? 'choose' : payments[paying]
}

function focusNew(screen: string): void {
  if (before === screen) return
  const isFirst = before === ''
  before = screen
  const title = document.getElementById(`${screen}-title`)
  if (screen === 'pay-cash') input('tendered').focus()
  else if (!isFirst && title) title.focus()
}

/** Returns the amount to pay now, in cents. */
export const dueOf = ({ stage, lines }: Till): number =>
  stage.step === 'terminal' ? toCents(stage.sale.amount) : totalOf(lines)

function showPaying(till: Till): void {
  const { service, lines, leases, basket, stage } = till
  const step = stepOf(till)
  for (const id of ['choose', 'pay-cash', 'pay-free', 'terminal', 'sold']) show(id, id === step)
  const units = unitsOf(lines)
  say('total', euros(totalOf(lines)))
  const isCovered = service.isOnline || covers(leases, basket, now().getTime())
  const canSell = units > 0 && isCovered && stage.step !== 'terminal'
  for (const id of ['by-cash', 'by-terminal']) button(id).disabled = !canSell
  button('by-free').disabled = !canSell || !service.isOnline
  input('admit').disabled = !service.isOnline
  const due = dueOf(till)
  say('cash-due', euros(due))
  const quick = box('quick')
  if (quick.dataset['due'] === `${due}`) return
  quick.dataset['due'] = `${due}`
  quick.replaceChildren(
    ...quickAmounts(due).map((cents, index) => {
      const one = element(
        'button',
        'button',
        index === 0 ? `${euros(cents)} exactly` : euros(cents),
      )
      one.type = 'button'
      one.dataset['cents'] = `${cents}`
      return one
    }),
  )
}

function showTerminal(till: Till): void {
  const { stage } = till
  const isDeclined = stage.step === 'terminal' && stage.isDeclined
  say('terminal-title', isDeclined ? 'The card was declined' : 'Waiting for the card terminal')
  say('terminal-due', euros(dueOf(till)))
  const why = isDeclined
    ? 'The tickets are still held for this buyer.'
    : 'Enter the amount at the terminal, and say here what it says.'
  say('terminal-why', why)
  show('terminal-runs', !isDeclined)
  show('terminal-failed', isDeclined)
}

function showRefunded({ stage }: Till): void {
  if (stage.step !== 'refunded') return say('refunded', '')
  const { amount, means } = stage.refund
  const how = means === 'terminal' ? 'Give it back at the card terminal.' : 'Hand it over in cash.'
  say('refunded', `Refunded ${euros(toCents(amount))}. ${how}`)
}

function pairs(rows: [string, string][]): HTMLElement[] {
  return rows.map(([name, value], index) =>
    element(
      'div',
      index === rows.length - 1 ? 'sum' : '',
      element('dt', '', name),
      element('dd', '', value),
    ),
  )
}

/** Fills a list of names and values; the last row is the sum. */
export const fillBooks = (id: string, rows: [string, string][]): void =>
  box(id).replaceChildren(...pairs(rows))

const moves = { drop: 'Taken out', addition: 'Put in', hand_over: 'Handed over' }

function showShift({ shift }: Till): void {
  if (!shift) return
  say('shift-title', `${shift.till}: ${shift.seller}`)
  fillBooks('books', booksOf(shift))
  box('movements').replaceChildren(
    ...shift.movements.map(({ kind, amount, counted, reason, seller }) => {
      const cents = toCents(amount ?? counted ?? 0)
      return element('li', '', `${moves[kind]}: ${euros(cents)}, ${reason ?? seller}`)
    }),
  )
}

function showLeases({ leases, offer, service }: Till): void {
  const select = part('lease-item', HTMLSelectElement)
  const items = offer?.items ?? []
  if (select.options.length !== items.length) {
    select.replaceChildren(...items.map(({ entity_id, name }) => new Option(name, entity_id)))
  }
  box('lease-list').replaceChildren(
    ...leases.map((lease) => {
      const { id, name, tickets, unsent, expires_at } = lease
      const until = clock(Date.parse(expires_at), festivalZone())
      const state = isLive(lease, now().getTime()) ? `sold here until ${until}` : 'over'
      const left = `${name}: ${tickets.length} left, ${unsent.length} not reported, ${state}`
      const back = element('button', 'button', 'Give back')
      back.type = 'button'
      back.dataset['lease'] = id
      back.setAttribute('aria-label', `Give back ${name}`)
      back.disabled = !service.isOnline
      return element('li', '', element('p', '', left), back)
    }),
  )
}

function showAsking({ attempt, isUnknown }: Till): void {
  const dialog = part('asking', HTMLDialogElement)
  if (!attempt) return dialog.close()
  const told = isUnknown ? unknownOf(attempt.kind) : { title: 'Asking the service', why: '' }
  say('asking-title', told.title)
  say('asking-why', told.why)
  show('asking-buttons', isUnknown)
  show('asking-aside', mayWait(attempt))
  if (!dialog.open) dialog.showModal()
}
