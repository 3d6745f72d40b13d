import { queueWords as words } from '../../../src/web/queue-words.ts'
import { ask } from '../me/dialog.ts'
import { copy } from '../me/share.ts'
import { api, asFan } from '../shop/fan.ts'
import { say } from '../shop/parts.ts'
import type { Room } from './line.ts'

/** The invitation of the link that was opened; it is behind the `#`, so that no server is sent it. */
const invitationHere = (): string | undefined =>
  new URLSearchParams(location.hash.slice(1)).get('group') ?? undefined

/** The number of the group, who has it, and the invitation to another one. */
export function showGroup({ page, queue, mine }: Room): void {
  const place = page.querySelector<HTMLElement>('#group')
  if (!place) return
  const invited = invitationHere()
  const isIn = mine !== undefined && mine.serves !== mine.number
  const isOther = invited !== undefined && invited !== mine?.invitation
  place.hidden = queue.status !== 'open' || (!mine && !isOther)
  const text = !mine ? words.invited : isIn ? words.inGroup : words.groupText(queue.groups_of)
  say(place.querySelector('.text'), text)
  const isShared = mine !== undefined && mine.people > 1
  say(
    place.querySelector('[data-people]'),
    isShared ? words.shared(mine.people, queue.groups_of) : '',
  )
  const button = (id: string) => place.querySelector<HTMLElement>(`#${id}`)
  button('invite')?.toggleAttribute('hidden', !mine?.invitation)
  button('join')?.toggleAttribute('hidden', !mine || isIn || !isOther)
}

/** Inviting others, and joining; `joined` is told once the fan has another number. */
export function manageGroup(room: Room, joined: () => void): void {
  const { page } = room
  const done = page.querySelector<HTMLElement>('#invited')
  page.querySelector('#invite')?.addEventListener('click', () => void invite(room, done))
  page.querySelector('#join')?.addEventListener('click', () => {
    const { mine } = room
    const invitation = invitationHere()
    if (!mine || invitation === undefined) return
    const { joinTitle: title, joinButton, refused } = words
    const text = [words.joinText(mine.number + 1)]
    const dialog = ask({ title, text, button: joinButton, refused }, async () => {
      room.mine = await asFan(() => api.queue.joinGroup(room.festival, { invitation }))
      dialog.close()
      history.replaceState(null, '', location.pathname)
      say(done, words.joined)
      joined()
    })
  })
}

async function invite(room: Room, done: HTMLElement | null): Promise<void> {
  const invitation = room.mine?.invitation
  if (!invitation) return
  room.hasInvited = true
  const url = `${location.origin}${location.pathname}#group=${encodeURIComponent(invitation)}`
  if (typeof navigator.share === 'function') {
    // Closing the dialog of the device is no failure.
    await navigator.share({ title: document.title, url }).catch(() => undefined)
    return
  }
  say(done, (await copy(url)) ? words.copied : words.notCopied(url))
}
