import { queueWords as words } from '#common/words/queue-words'
import { confirmInDialog } from '../me/dialog.ts'
import { copy } from '../me/share.ts'
import { api, asFan } from '../shop/fan.ts'
import { say } from '../shop/parts.ts'
import { type Room, whichOf } from './line.ts'

/** Returns the invitation in the opened link; it is behind the `#`, so it is sent to no server. */
const invitationHere = (): string | undefined =>
  new URLSearchParams(location.hash.slice(1)).get('group') ?? undefined

/** The number of the group, the people who share it, and the invitation to another one. */
export function showGroup(room: Room): void {
  const place = room.page.querySelector<HTMLElement>('#group')
  if (!place) return
  const { mine, queue } = room
  const mayJoin = isInvited(room)
  place.hidden = queue.status !== 'open' || (!mine && !mayJoin)
  say(place.querySelector('.text'), textOf(room))
  say(place.querySelector('[data-people]'), sharedOf(room))
  place.querySelector('#invite')?.toggleAttribute('hidden', !mine?.invitation)
  place.querySelector('#join')?.toggleAttribute('hidden', !mine || !mayJoin)
}

const isIn = ({ mine }: Room) => mine !== undefined && mine.serves !== mine.number

/** Returns true if the fan has another's invitation, and is not in a group already. */
function isInvited(room: Room): boolean {
  const invitation = invitationHere()
  return invitation !== undefined && invitation !== room.mine?.invitation && !isIn(room)
}

function textOf(room: Room): string {
  if (!room.mine) return words.invited
  return isIn(room) ? words.inGroup : words.groupText(room.queue.groups_of)
}

const sharedOf = ({ mine, queue }: Room) =>
  mine && mine.people > 1 ? words.shared(mine.people, queue.groups_of) : ''

/** Handles invitations, and joining; `joined` is called once the fan has another number. */
export function manageGroup(room: Room, joined: () => void): void {
  const { page } = room
  const done = page.querySelector<HTMLElement>('#invited')
  page.querySelector('#invite')?.addEventListener('click', () => void invite(room, done))
  page.querySelector('#join')?.addEventListener('click', () => {
    const { mine } = room
    const invitation = invitationHere()
    if (!mine || invitation === undefined) return
    const { joinTitle: title, joinButton, joinBack: back, refused } = words
    const text = [words.joinText(mine.number + 1)]
    const dialog = confirmInDialog({ title, text, button: joinButton, back, refused }, async () => {
      const { festival } = room
      const joining = { invitation, ...whichOf(room) }
      room.mine = await asFan(() => api.queue.joinGroup(festival, joining))
      dialog.close()
      history.replaceState(null, '', `${location.pathname}${room.isRehearsal ? '#rehearsal' : ''}`)
      say(done, words.joined)
      joined()
    })
  })
}

async function invite(room: Room, done: HTMLElement | null): Promise<void> {
  const invitation = room.mine?.invitation
  if (!invitation) return
  room.hasInvited = true
  const start = `${location.origin}${location.pathname}#${room.isRehearsal ? 'rehearsal&' : ''}`
  const url = `${start}group=${encodeURIComponent(invitation)}`
  if (typeof navigator.share === 'function') {
    // Closing the device's dialog is not a failure.
    await navigator.share({ title: document.title, url }).catch(() => undefined)
    return
  }
  say(done, (await copy(url)) ? words.copied : words.notCopied(url))
}
