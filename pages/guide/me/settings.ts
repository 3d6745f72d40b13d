import { settingsWords } from '#common/words/account-words'
import { words } from '#common/words/me-words'
import { FestivalError } from '../../../client/src/error.ts'
import { api, asFan } from '../shop/fan.ts'
import { textOf } from '../shop/forms.ts'
import { say } from '../shop/parts.ts'
import { faultIn } from './acts.ts'

/** Saves a fan's choice of notifications at once; a refused change is reverted. */
export function saveSettings(page: HTMLElement): void {
  for (const box of page.querySelectorAll<HTMLInputElement>('[data-way]')) {
    box.addEventListener('change', () => void save(page, box))
  }
}

async function save(page: HTMLElement, box: HTMLInputElement): Promise<void> {
  const { topic = '' } = box.closest<HTMLElement>('[data-topic]')?.dataset ?? {}
  const fault = faultIn(box.closest('li') ?? page)
  const saved = page.querySelector<HTMLElement>('#settings-saved')
  say(fault, '')
  say(saved, '')
  try {
    const way = box.dataset['way'] ?? ''
    const setting = await asFan(() => api.notifications.set(topic, { [way]: box.checked }))
    if (way === 'notice') follow(box, setting.notice)
    say(saved, settingsWords.saved)
  } catch (error) {
    box.checked = !box.checked
    if (!(error instanceof FestivalError)) throw error
    say(fault, textOf(error, words.refused))
  }
}

/** A notification that is not in the list is not shown by any device either. */
function follow(box: HTMLInputElement, isShown: boolean): void {
  const push = box.closest('li')?.querySelector<HTMLInputElement>('[data-way="push"]')
  if (push) push.disabled = !isShown
}
