import { words } from '../../../src/web/me-words.ts'
import { api, asFan } from '../shop/fan.ts'
import { doAt, isRefused, showDone } from './acts.ts'
import { ask } from './dialog.ts'

const { refused } = words

/** Leaving a line, and giving up an offer, on any page that shows a place in line. */
export function manageWaiting(page: HTMLElement): void {
  for (const place of page.querySelectorAll<HTMLElement>('[data-entry]')) {
    const id = place.dataset['entry'] ?? ''
    const button = (does: string) => place.querySelector<HTMLButtonElement>(`[data-do="${does}"]`)
    const leave = button('leave')
    leave?.addEventListener('click', () => void doAt(leave, refused, () => leaveLine(id)))
    button('drop')?.addEventListener('click', () => drop(id))
  }
}

function drop(id: string): void {
  const { dropTitle: title, dropText, dropButton } = words
  ask({ title, text: [dropText], button: dropButton, refused }, () => leaveLine(id))
}

/** Who has left already has left. */
async function leaveLine(id: string): Promise<void> {
  try {
    await asFan(() => api.waitingList.leave(id))
  } catch (error) {
    if (!isRefused(error, 'offer_ended', 'not_found')) throw error
    return showDone(location.pathname, 'ended')
  }
  await showDone(location.pathname, 'left')
}
