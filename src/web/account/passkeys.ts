/** The passkeys of a fan, on `/me`. */

import { passkeyWords as words } from '#common/words/account-words'
import { longDay } from '#common/words/guide-words'
import { section } from '../ui/layout.ts'
import { html, type Markup } from '../ui/markup.ts'

type Passkey = { id: string; name: string; created_at: string; last_used_at: string | null }
export type PasskeysRead = { passkeys: Passkey[] }

export function passkeysOf({ passkeys }: PasskeysRead): Markup {
  return section(
    { id: 'passkeys', title: words.title },
    html`<p class="quiet">${words.text}</p>
    <ul class="follows" id="own-passkeys">${passkeys.map(passkeyOf)}</ul>
    <form id="add-passkey" class="own-form" novalidate hidden>
      <label for="passkey-name">${words.name}</label><input id="passkey-name" maxlength="100" value="${words.usualName}">
      <p class="fault" id="passkey-fault" role="alert"></p>
      <button type="submit" disabled>${words.add}</button>
    </form>
    <p class="quiet" id="no-passkeys">${words.notHere}</p>`,
  )
}

function passkeyOf({ id, name, created_at, last_used_at }: Passkey): Markup {
  const day = (time: string) => longDay(new Date(time), 'UTC')
  const used = last_used_at === null ? words.unused : words.used(day(last_used_at))
  return html`<li class="line-item" data-passkey="${id}"><div><p class="name">${name}</p><p class="quiet">${words.added(day(created_at))} ${used}</p></div>
    <button type="button" data-do="removePasskey" aria-label="${words.remove(name)}">${words.removeShort}</button>
    <p class="fault" role="alert"></p></li>`
}
