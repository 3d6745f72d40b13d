import { words } from '#common/words/me-words'
import { api, asFan } from '../shop/fan.ts'
import { doAt, isRefused, showDone } from './acts.ts'
import { confirmInDialog } from './dialog.ts'

/** Handles leaving a line, and giving up an offer, at each place in line of a page. */
export function manageWaiting(page: HTMLElement): void {
  const then = (done: string) => showDone(location.pathname, done)
  for (const place of page.querySelectorAll<HTMLElement>('[data-entry]')) {
    const id = place.dataset['entry'] ?? ''
    const button = (does: string) => place.querySelector<HTMLButtonElement>(`[data-do="${does}"]`)
    const leave = button('leave')
    leave?.addEventListener('click', () => leaveAt(leave, id, then))
    button('drop')?.addEventListener('click', () => declineOffer(id, then))
  }
}

/** The next step after a place in line was left, or has ended before. */
type Then = (done: 'left' | 'ended') => Promise<void>

export function leaveAt(button: HTMLButtonElement, id: string, then: Then): void {
  void doAt(button, words.refused, () => leaveLine(id, then))
}

/** Asks for confirmation before an offer is given up: it goes to the next in line. */
export function declineOffer(id: string, then: Then): void {
  const { dropTitle: title, dropText, dropButton } = words
  const dialog = confirmInDialog(
    { title, text: [dropText], button: dropButton, refused: words.refused },
    async () => {
      await leaveLine(id, async (done) => {
        dialog.close()
        await then(done)
      })
    },
  )
}

async function leaveLine(id: string, then: Then): Promise<void> {
  try {
    await asFan(() => api.waitingList.leave(id))
  } catch (error) {
    if (!isRefused(error, 'offer_ended', 'not_found')) throw error
    return then('ended')
  }
  await then('left')
}
