import { words } from '#common/words/me-words'
import { words as shop } from '#common/words/shop-words'
import { api, asFan, signOut } from '../shop/fan.ts'
import { faultOf, onSubmit } from '../shop/forms.ts'
import { messageOf, say } from '../shop/parts.ts'
import { payWhenNeeded } from '../shop/paying/when-needed.ts'
import { signOutHere } from '../shop/sign-out.ts'
import { doAt, isRefused, readDone, showDone, unlessGone } from './acts.ts'
import { calendarActs } from './calendar.ts'
import { claimCodes } from './codes.ts'
import { showDevice } from './device.ts'
import { confirmInDialog } from './dialog.ts'
import { openLink } from './links.ts'
import { updateNotices } from './notices.ts'
import { offerPasskeys, removePasskey } from './passkeys.ts'
import { proveEmails } from './prove.ts'
import { endSession } from './sessions.ts'
import { saveSettings } from './settings.ts'

/** `/me`: a fan's tickets, follows and notifications, and the account itself. */
export function showAccount(page: HTMLElement): void {
  readDone(page)
  signOutHere(page)
  proveEmails(page)
  payWhenNeeded(page)
  claimCodes(page)
  saveName(page)
  offerPasskeys(page)
  for (const button of page.querySelectorAll<HTMLButtonElement>('[data-do]')) {
    const act = acts[button.dataset['do'] ?? '']
    if (act) button.addEventListener('click', () => act(button))
  }
  void openLink(page)
  void showDevice(page)
  updateNotices(page)
  saveSettings(page)
}

const acts: Record<string, (button: HTMLButtonElement) => void> = {
  unfollow,
  mail: mailAgain,
  export: saveExport,
  erase,
  ...calendarActs,
  removePasskey,
  endSession,
}

function unfollow(button: HTMLButtonElement): void {
  const item = button.closest<HTMLElement>('[data-interest]')
  void doAt(button, words.refused, async () => {
    await asFan(() => api.interests.unfollow(item?.dataset['interest'] ?? '')).catch(unlessGone)
    const next = item?.nextElementSibling ?? item?.previousElementSibling
    item?.remove()
    const none = document.querySelector<HTMLElement>('#no-follows')
    if (none) none.hidden = next instanceof HTMLElement
    // The focus was on the removed element.
    next?.querySelector('button')?.focus()
  })
}

const ofMails = () => ({ too_many_mails: shop.sentEnough, not_mailed: shop.notMailed })

function mailAgain(button: HTMLButtonElement): void {
  void doAt(button, ofMails(), async () => {
    await asFan(() => api.orders.resend(button.dataset['order'] ?? ''))
    say(button.closest('li')?.querySelector('[role="status"]') ?? null, shop.sentAgain)
  })
}

/** Saves the export as a file: it requires the key, like all of a fan's own data. */
function saveExport(button: HTMLButtonElement): void {
  void doAt(button, words.refused, async () => {
    const text = JSON.stringify(await asFan(() => api.me.export()), null, 2)
    const href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
    Object.assign(document.createElement('a'), { href, download: words.exportName }).click()
    URL.revokeObjectURL(href)
    say(button.closest('div')?.querySelector('[role="status"]') ?? null, words.exported)
  })
}

function saveName(page: HTMLElement): void {
  const form = page.querySelector<HTMLFormElement>('#name')
  const fault = page.querySelector<HTMLElement>('#name-fault')
  if (!form) return
  onSubmit({ form, fault }, words.refused, async () => {
    const [firstName = '', lastName = ''] = [...form.querySelectorAll('input')].map(({ value }) =>
      value.trim(),
    )
    say(page.querySelector('#name-saved'), '')
    if (firstName === '') return say(fault, words.needsNames)
    await asFan(() => api.users.update(form.dataset['user'] ?? '', { firstName, lastName }))
    say(page.querySelector('#name-saved'), words.nameSaved)
  })
}

function erase({ dataset }: HTMLButtonElement): void {
  const asked = {
    title: words.eraseTitle,
    text: words.eraseText,
    button: words.eraseButton,
    field: {
      label: words.eraseField,
      attributes: {
        type: 'text',
        inputmode: 'email',
        autocapitalize: 'none',
        autocomplete: 'off',
        maxlength: '254',
      },
    },
    refused: { ...words.refused, last_admin: words.lastAdmin },
  }
  confirmInDialog(asked, async (field) => {
    const isOwn = field?.value.trim().toLowerCase() === dataset['email']?.toLowerCase()
    if (!field || !isOwn)
      return field ? messageOf(field, faultOf(field), words.eraseOther) : undefined
    await asFan(() => api.users.delete(dataset['user'] ?? '')).catch(unlessGone)
    // The session has ended with the account: only its cookie is left.
    await signOut().catch((error: unknown) => {
      if (!isRefused(error, 'unauthorized')) throw error
    })
    await showDone('/me', 'erased')
  })
}
