import { type CancelTerms, words } from '#common/words/me-words'
import { newKey } from '../../shared/new-key.ts'
import { festival } from '../session.ts'
import { api, asFan } from '../shop/fan.ts'
import { checkEmailIn, faultOf } from '../shop/forms.ts'
import { messageOf } from '../shop/parts.ts'
import { doAt, isRefused, readDone, showDone } from './acts.ts'
import { confirmInDialog } from './dialog.ts'
import { proveEmails } from './prove.ts'
import { manageWaiting } from './waiting.ts'

const path = '/tickets'

/** The action of a button of a ticket, or of an offer. */
type Act = (button: HTMLButtonElement, id: string) => unknown

const acts: Record<string, Act> = {
  'hand-on': handOn,
  'give-back': returnTicket,
  cancel,
  decline,
  accept: (button, id) =>
    void doAt(button, words.refused, async () => {
      await unlessEnded(() => asFan(() => api.transfers.accept(id)))
      await showDone(path, 'accepted')
    }),
  'take-back': (button, id) =>
    void doAt(button, words.refused, async () => {
      await unlessEnded(() => asFan(() => api.transfers.delete(id)))
      await showDone(path, 'takenBack')
    }),
  wallet: (button, id) =>
    void doAt(button, words.refused, async () => {
      const as = button.dataset['as'] === 'google' ? 'google' : 'pkpass'
      const { url } = await asFan(() => api.tickets.link(id, { as }))
      location.assign(url)
    }),
  keep: (button, id) =>
    void doAt(button, words.refused, async () => {
      await unlessEnded(() => asFan(() => api.tickets.keep(id)))
      await showDone(path, 'kept')
    }),
}

/** The actions on `/tickets`. */
export function manageTickets(page: HTMLElement): void {
  readDone(page)
  for (const button of page.querySelectorAll<HTMLButtonElement>('.pass [data-do]')) {
    const { do: name = '', transfer } = button.dataset
    const { dataset: of = {} } = button.closest<HTMLElement>('.pass') ?? {}
    const id = transfer ?? of['transfer'] ?? of['ticket'] ?? ''
    button.addEventListener('click', () => acts[name]?.(button, id))
  }
  proveEmails(page)
  manageWaiting(page)
}

/** Shows the current state of something that has ended meanwhile, also by a first attempt without an answer. */
async function unlessEnded(act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!isRefused(error, 'transfer_ended', 'not_returned')) throw error
    await showDone(path, 'ended')
  }
}

function handOn({ dataset }: HTMLButtonElement, id: string): void {
  // One key for one offer, even if it is sent repeatedly.
  const idempotencyKey = newKey()
  const asked = {
    title: words.handOnTitle(dataset['name'] ?? ''),
    text: [words.handOnText],
    button: words.handOnButton,
    field: {
      label: words.handOnEmail,
      attributes: {
        type: 'text',
        inputmode: 'email',
        autocapitalize: 'none',
        autocomplete: 'off',
        maxlength: '254',
      },
    },
    refused: words.refused,
  }
  confirmInDialog(asked, async (field) => {
    if (!field || !checkEmailIn(field, words.handOnNeedsEmail)) return
    const email = field.value.trim()
    try {
      await asFan(() => api.tickets.offer(id, { email }, { idempotencyKey }))
    } catch (error) {
      if (!isRefused(error, 'invalid')) throw error
      return messageOf(field, faultOf(field), words.notThisEmail)
    }
    await showDone(path, 'offered')
  })
}

async function returnTicket({ dataset }: HTMLButtonElement, id: string): Promise<void> {
  const idempotencyKey = newKey()
  const left = await stockOf(dataset)
  const asked = {
    title: words.giveBackTitle(dataset['name'] ?? ''),
    text: [
      ...(left > 0 ? [words.giveBackLeft(left)] : []),
      words.giveBackText(Number(dataset['most'])),
    ],
    button: words.giveBackButton,
    refused: words.refused,
  }
  confirmInDialog(asked, async () => {
    await asFan(() => api.tickets.giveBack(id, { idempotencyKey }))
    await showDone(path, 'returned')
  })
}

/** Returns how many tickets of a tier are on sale; 0 without an answer. */
async function stockOf({ festival: id = '', tier }: DOMStringMap): Promise<number> {
  const tiers = await festival.festivals.availability(id).catch(() => [])
  const stock = tiers.find(({ ticket_id }) => ticket_id === tier)
  return stock?.status === 'on_sale' ? stock.remaining : 0
}

function cancel({ dataset }: HTMLButtonElement, id: string): void {
  const { amount, percent, until, points } = JSON.parse(dataset['terms'] ?? '{}') as CancelTerms
  const asked = {
    title: words.cancelTitle(dataset['name'] ?? ''),
    text: [
      words.cancelText(amount, percent),
      ...(points > 0 ? [words.cancelPoints(points, percent)] : []),
      words.cancelUntil(until),
    ],
    button: words.cancelButton(amount),
    refused: words.refused,
  }
  confirmInDialog(asked, async () => {
    // A repeated request gets the same answer.
    await asFan(() => api.payments.cancel(id))
    await showDone(path, 'cancelled')
  })
}

function decline(button: HTMLButtonElement, id: string): void {
  const { sender = '' } = button.closest<HTMLElement>('.pass')?.dataset ?? {}
  const asked = {
    title: words.declineTitle,
    text: [words.declineText(sender)],
    button: words.declineButton,
    refused: words.refused,
  }
  confirmInDialog(asked, async () => {
    await unlessEnded(() => asFan(() => api.transfers.delete(id)))
    await showDone(path, 'declined')
  })
}
