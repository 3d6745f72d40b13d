import { passkeyWords } from '#common/words/account-words'
import { words } from '#common/words/me-words'
import { api, asFan } from '../shop/fan.ts'
import { onSubmit } from '../shop/forms.ts'
import { say } from '../shop/parts.ts'
import { canUsePasskeys } from '../shop/passkey.ts'
import { doAt, showDone, signInAgainFor, unlessGone } from './acts.ts'

/** Lets a fan add a passkey if the browser can create one. */
export function offerPasskeys(page: HTMLElement): void {
  const form = page.querySelector<HTMLFormElement>('#add-passkey')
  if (!form || !canUsePasskeys()) return
  form.hidden = false
  page.querySelector<HTMLElement>('#no-passkeys')?.remove()
  const fault = page.querySelector<HTMLElement>('#passkey-fault')
  const field = form.querySelector('input')
  onSubmit({ form, fault }, words.refused, async () => {
    const name = field?.value.trim() || passkeyWords.usualName
    const { options } = await asFan(() => api.me.offerPasskey()).catch(againFor(name))
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never)
    const made = await navigator.credentials.create({ publicKey }).catch((error: unknown) => {
      say(fault, isKnown(error) ? passkeyWords.known : passkeyWords.notMade)
    })
    if (!(made instanceof PublicKeyCredential)) return
    const credential = made.toJSON() as never
    await asFan(() => api.me.addPasskey({ name, credential })).catch(againFor(name))
    await showDone('/me', 'passkey')
  })
  const begun = goesOn()
  if (begun !== undefined && field) {
    field.value = begun
    form.querySelector('button')?.focus()
  }
}

/** The start of the fragment on the page that asks to sign in again, and on this one afterwards. */
const goingOn = '#add-passkey='

const againFor = (name: string) => signInAgainFor(`${goingOn}${encodeURIComponent(name)}`)

/** Returns the name of the passkey for which the fan has just signed in again. */
function goesOn(): string | undefined {
  if (!location.hash.startsWith(goingOn)) return undefined
  const name = decodeURIComponent(location.hash.slice(goingOn.length))
  history.replaceState(null, '', location.pathname)
  return name
}

const isKnown = (error: unknown) =>
  error instanceof DOMException && error.name === 'InvalidStateError'

/** Removes the passkey of a button. */
export function removePasskey(button: HTMLButtonElement): void {
  const item = button.closest<HTMLElement>('[data-passkey]')
  void doAt(button, words.refused, async () => {
    const id = item?.dataset['passkey'] ?? ''
    await asFan(() => api.me.removePasskey(id))
      .catch(signInAgainFor())
      .catch(unlessGone)
    await showDone('/me', 'passkey-removed')
  })
}
