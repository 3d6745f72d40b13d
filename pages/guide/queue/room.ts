import { queueWords as words } from '#common/words/queue-words'
import { FestivalError } from '../../../client/src/error.ts'
import type { Queue } from '../../../client/src/types.ts'
import { allowSound, play, type Tone } from '../../shared/tones.ts'
import { showTier } from '../left.ts'
import { doAt, isRefused } from '../me/acts.ts'
import { make } from '../me/dialog.ts'
import { ask, festival as guide } from '../session.ts'
import { api, asFan } from '../shop/fan.ts'
import { say } from '../shop/parts.ts'
import { enterQueue } from './enter.ts'
import { follow } from './follow.ts'
import { manageGroup } from './group.ts'
import { askAgain, isTurn, placeOf, type Room, whichOf } from './line.ts'
import { compareNumber, compareQueue, deleteOwnNumber, dismissMove, ownNumberAt } from './seen.ts'
import { canHash } from './sha256.ts'
import { shout, show, tick } from './show.ts'

const second = 1_000
/** The shortest time between two reads of the availability, in ms. */
const betweenLooks = 30 * second
const tune: Tone[] = [
  [660, 0, 0.15],
  [880, 0.2, 0.15],
  [1320, 0.4, 0.3],
]

/** `/guide/:id/queue`: keeps it up to date, assigns a number, and announces its turn. */
export async function showRoom(page: HTMLElement): Promise<void> {
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
  const { festivalId: festival = '', zone = 'UTC', state = 'null' } = page.dataset
  const queue: Queue | null = JSON.parse(state)
  if (!queue) return showNone(page, festival)
  if (!page.querySelector('#enter')) return
  if (!canHash()) return say(page.querySelector('#told'), words.needsHttps)
  const hasAccount = document.querySelector('meta[data-account]') !== null
  const told = { isAsked: false, isCalled: false, hasInvited: false }
  const own = { mine: undefined, place: undefined, order: undefined, ...told }
  const isRehearsal = new URLSearchParams(location.hash.slice(1)).has('rehearsal')
  const room: Room = { page, festival, zone, queue, hasAccount, isRehearsal, ...own }
  manage(room)
  if (isRehearsal && !(await rehearse(room))) return
  await update(room).catch((error: unknown) => {
    if (!(error instanceof FestivalError)) throw error
  })
  setInterval(() => tick(room), second)
  follow({
    first: askAgain(room),
    ask: () => lookAgain(room),
    say: (text) => say(page.querySelector('#silent'), text),
  })
}

/** Reads the rehearsal, and marks it as one; returns true if there is one for this user. */
async function rehearse(room: Room): Promise<boolean> {
  const { page } = room
  try {
    room.queue = await readQueue(room)
    const note = make('p', words.rehearsal)
    note.className = 'notice'
    page.querySelector('.lead')?.after(note)
    return true
  } catch (error) {
    if (isRefused(error, 'unauthorized')) room.hasAccount = false
    else if (!isRefused(error, 'not_found')) throw error
    show(room)
    say(page.querySelector('#told'), words.noRehearsal)
    return false
  }
}

const readQueue = ({ festival, isRehearsal }: Room): Promise<Queue> =>
  isRehearsal
    ? asFan(() => api.queue.get(festival, { rehearsal: true }))
    : ask(() => guide.queue.get(festival))

/** There is no queue: a fan with a number is informed of the consequences. */
function showNone(page: HTMLElement, festival: string): void {
  if (!ownNumberAt(festival)) return
  say(page.querySelector('#standing'), words.cancelled)
  say(page.querySelector('#told'), words.cancelledText)
}

function manage(room: Room): void {
  const { page, festival } = room
  const button = (id: string) => page.querySelector<HTMLButtonElement>(`#${id}`)
  const enter = button('enter')
  enter?.addEventListener('click', () => void doAt(enter, words.refused, () => enterHere(room)))
  const sound = button('sound')
  sound?.addEventListener('click', () => {
    const isOn = sound.ariaPressed !== 'true'
    sound.ariaPressed = `${isOn}`
    say(sound, isOn ? words.soundOff : words.soundOn)
    if (!isOn) return
    // The tap allows sound, and lets the fan hear it once.
    allowSound()
    play(tune)
  })
  page.querySelector('#moved button')?.addEventListener('click', () => {
    dismissMove(festival)
    if (ownNumberAt(festival)?.queue !== room.queue.id) deleteOwnNumber(festival)
    show(room)
    page.querySelector<HTMLElement>('#standing')?.focus()
  })
  manageGroup(room, () => void update(room))
}

async function enterHere(room: Room): Promise<void> {
  const { page } = room
  const said = page.querySelector<HTMLElement>('#said')
  say(said, words.working)
  try {
    room.mine = await enterQueue(room)
  } catch (error) {
    const confirm = page.querySelector<HTMLElement>('#confirm')
    if (confirm) confirm.hidden = !isRefused(error, 'email_not_proven')
    throw error
  } finally {
    say(said, '')
  }
  await update(room)
  page.querySelector<HTMLElement>('#standing')?.focus()
}

/** Reads the current state. A cancelled queue, and another in its place, are shown as the service shows them. */
async function lookAgain(room: Room): Promise<number> {
  const { id } = room.queue
  try {
    room.queue = await readQueue(room)
  } catch (error) {
    if (isRefused(error, 'not_found')) location.reload()
    throw error
  }
  if (room.queue.id !== id) location.reload()
  await update(room)
  await lookAtTiers(room)
  return askAgain(room)
}

/** Shows the current state, and notices changes of data that must not change. */
async function update(room: Room): Promise<void> {
  const { page, festival, queue, isRehearsal } = room
  if (!isRehearsal) shout(page, compareQueue(festival, queue))
  if (room.hasAccount && (!room.isAsked || isChanging(room))) await readMine(room)
  if (room.mine && !isRehearsal) shout(page, compareNumber(festival, room.mine))
  await findPlace(room)
  show(room)
  if (isTurn(room) && room.order === undefined) call(room)
}

async function findPlace(room: Room): Promise<void> {
  const { queue, mine } = room
  room.place = mine && (await placeOf(queue, mine.serves))
  room.order = isTurn(room) ? (mine?.order_id ?? undefined) : undefined
}

/**
 * After inviting others, a user sees how many have the number; during their turn, whether it is used. For all others
 * the request would return nothing new.
 */
const isChanging = (room: Room) => isTurn(room) || (room.hasInvited && room.queue.status === 'open')

async function readMine(room: Room): Promise<void> {
  try {
    const mine = await asFan(() => api.queue.place(room.festival, whichOf(room)))
    room.mine = mine.queue_id === room.queue.id ? mine : undefined
  } catch (error) {
    if (isRefused(error, 'unauthorized')) room.hasAccount = false
    else if (!isRefused(error, 'not_found')) throw error
    room.mine = undefined
  }
  room.isAsked = true
}

/** Announces once that it is the fan's turn. */
function call(room: Room): void {
  if (room.isCalled) return
  room.isCalled = true
  const { page } = room
  document.title = `${words.turn} · ${document.title}`
  if (page.querySelector('#sound')?.ariaPressed === 'true') play(tune)
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([200, 100, 200])
}

let looked = Date.now()

/** Reads the availability, once there is something to buy. */
async function lookAtTiers({ page, festival, zone, queue }: Room): Promise<void> {
  const list = page.querySelector<HTMLElement>('.tiers')
  const isDue = queue.status === 'serving' && Date.now() - looked >= betweenLooks
  if (!list || !isDue || document.hidden) return
  looked = Date.now()
  for (const left of await ask(() => guide.festivals.availability(festival))) {
    showTier(list, left, zone)
  }
}
