import { queueWords as words } from '../../../src/web/words/queue-words.ts'
import { ask } from '../me/dialog.ts'
import { copy } from '../me/share.ts'
import { api, asFan } from '../shop/fan.ts'
import { say } from '../shop/parts.ts'
import { type Room, whichOf } from './line.ts'

/** The invitation of the link that was opened; it is behind the `#`, so that no server is sent it. */
const invitationHere = (): string | undefined =>
  new URLSearchParams(location.hash.slice(1)).get('group') ?? undefined

/** The number of the group, who has it, and the invitation to another one. */
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

/** By another's link, and not in a group already. */
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

/** Inviting others, and joining; `joined` is told once the fan has another number. */
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
    const dialog = ask({ title, text, button: joinButton, back, refused }, async () => {
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
    // Closing the dialog of the device is no failure.
    await navigator.share({ title: document.title, url }).catch(() => undefined)
    return
  }
  say(done, (await copy(url)) ? words.copied : words.notCopied(url))
}
