/** The page's controls. */
import { box, button, input, part, say } from '../shared/page.ts'
import { submit } from './asking.ts'
import { wireBooks } from './book-controls.ts'
import type { Controls } from './control-types.ts'
import { wireInvoice } from './invoice.ts'
import { euros, readCents, toEuros } from './money.ts'
import { sellOffline } from './offline.ts'
import { printSale, printTickets, wirePrinter } from './printing/print.ts'
import { paymentOf, wantedSale } from './sale.ts'
import { dueOf } from './show.ts'
import type { Till, View } from './till.ts'

/** Wires the controls; `till` returns the current one. */
export function wire(till: () => Till | undefined): void {
  const press = (id: string, work: (till: Till) => unknown) =>
    button(id).addEventListener('click', () => {
      const one = till()
      if (one) void work(one)
    })
  const send = (id: string, work: (till: Till) => unknown) =>
    part(id, HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault()
      const one = till()
      if (one) void work(one)
    })
  const pick = (id: string, field: string, work: (till: Till, pressed: HTMLElement) => unknown) =>
    box(id).addEventListener('click', ({ target }) => {
      const pressed =
        target instanceof HTMLElement && target.closest<HTMLElement>(`[data-${field}]`)
      const one = till()
      if (pressed && one) void work(one, pressed)
    })
  wireChoosing({ press, send, pick })
  wireSelling({ press, send, pick })
  wireTerminal({ press, send, pick })
  wireBooks({ press, send, pick })
  wirePrinter({ press, send, pick })
  wireInvoice({ press, send, pick })
  // An open question is closed by its answer only.
  part('asking', HTMLDialogElement).addEventListener('cancel', (event) => event.preventDefault())
}

function pay(till: Till, paying: Till['paying']): void {
  till.paying = paying
  till.draw()
}

function wireChoosing({ press, pick }: Controls): void {
  pick('views', 'view', (till, { dataset }) => till.turn(dataset['view'] as View))
  pick('items', 'item', (till, { dataset }) =>
    till.choose(dataset['item'] ?? '', Number(dataset['by'])),
  )
  press('by-cash', (till) => {
    input('tendered').value = ''
    say('change', euros(0))
    say('cash-fault', '')
    pay(till, 'cash')
  })
  press('by-free', (till) => pay(till, 'complimentary'))
  press('by-terminal', (till) => {
    if (!till.service.isOnline) return pay(till, 'terminal')
    return submit(till, { kind: 'sale', body: wantedSale(till, 'terminal') })
  })
  for (const back of document.querySelectorAll('.back'))
    back.id ||= `back-${back.closest('section')?.id}`
  for (const id of ['back-pay-cash', 'back-pay-free']) press(id, (till) => pay(till, null))
}

function wireSelling({ press, send, pick }: Controls): void {
  const tell = (till: Till) => {
    const cents = readCents(input('tendered').value)
    say('change', euros(Math.max(0, (cents ?? dueOf(till)) - dueOf(till))))
  }
  pick('quick', 'cents', (till, { dataset }) => {
    input('tendered').value = (Number(dataset['cents']) / 100).toFixed(2)
    tell(till)
  })
  send('cash-form', (till) => {
    tell(till)
    return payCash(till)
  })
  send('free-form', (till) => {
    const reason = input('free-why').value.trim()
    if (reason === '') return undefined
    input('free-why').value = ''
    return submit(till, { kind: 'sale', body: { ...wantedSale(till, 'complimentary'), reason } })
  })
  press('next', async (till) => {
    input('email').value = ''
    input('admit').checked = false
    await till.go({ step: 'choose' })
  })
  press('print-tickets', printTickets)
  press('print-roll', (till) => printSale(till, '80mm'))
  press('print-a6', (till) => printSale(till, 'a6'))
  pick('last-list', 'sale', async (till, { dataset }) => {
    const sale = till.sales.find(({ id }) => id === dataset['sale'])
    // A sale that waits for its terminal has priority.
    if (!sale || till.stage.step === 'terminal') return
    await till.go({ step: 'sold', sale })
    till.turn('sell')
  })
}

async function payCash(till: Till): Promise<void> {
  const text = input('tendered').value
  const due = dueOf(till)
  const cents = text.trim() === '' ? due : readCents(text)
  if (cents === undefined) return say('cash-fault', 'Enter an amount, such as 50 or 12.50.')
  if (cents < due) return say('cash-fault', `That is ${euros(due - cents)} too little.`)
  return paymentOf(till, toEuros(cents))
}

function wireTerminal({ press }: Controls): void {
  press('terminal-paid', (till) => {
    const { stage } = till
    if (stage.step !== 'terminal') return sellOffline(till, 'terminal')
    const body = { result: 'paid' as const, admit: input('admit').checked }
    return submit(till, { kind: 'conclude', sale: stage.sale, body })
  })
  press('terminal-declined', (till) => {
    const { stage } = till
    if (stage.step !== 'terminal') return pay(till, null)
    return till.go({ ...stage, isDeclined: true })
  })
  press('terminal-again', (till) =>
    till.stage.step === 'terminal' ? till.go({ ...till.stage, isDeclined: false }) : undefined,
  )
  press('terminal-cash', (till) => {
    input('tendered').value = ''
    say('change', euros(0))
    pay(till, 'cash')
  })
  press('terminal-give-up', (till) =>
    till.stage.step === 'terminal'
      ? submit(till, { kind: 'conclude', sale: till.stage.sale, body: { result: 'failed' } })
      : undefined,
  )
}

/** Shows the change while an amount is typed. */
export function showChange(till: () => Till | undefined): void {
  input('tendered').addEventListener('input', () => {
    const one = till()
    if (!one) return
    const cents = readCents(input('tendered').value) ?? 0
    say('change', euros(Math.max(0, cents - dueOf(one))))
  })
}
