import { mineWords as words } from '#common/words/mine-words'
import { type Hearts, openHearts, Refused } from './hearts.ts'

/** Lays a heart over each gig of a festival's page, which is the same for all visitors. */
export async function layHearts(page: HTMLElement): Promise<void> {
  const festival = page.dataset['festival'] ?? ''
  const hearts = await openHearts(festival)
  const said = document.createElement('p')
  said.className = 'said'
  said.setAttribute('role', 'status')
  page.querySelector('#mine')?.parentElement?.after(said)
  const shows: Shows = { page, hearts, said, back: `/sign-in?next=/guide/${festival}` }
  for (const gig of page.querySelectorAll<HTMLElement>('[data-gig]'))
    gig.append(heartOf(gig, shows))
  showCount(shows)
  if (!hearts.isMerged) said.textContent = words.notMerged
}

type Shows = { page: HTMLElement; hearts: Hearts; said: HTMLElement; back: string }

function heartOf(place: HTMLElement, shows: Shows): HTMLButtonElement {
  const { gig: id = '' } = place.dataset
  const who = place.querySelector('.who') ?? place.querySelector('a')
  const name = who?.textContent ?? words.tba
  const start = place.querySelector('time')?.dateTime ?? null
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'heart'
  button.setAttribute('aria-label', words.heart(name))
  press(button, shows.hearts.ids().has(id))
  button.addEventListener('click', () => void toggle(button, { id, name, start }, shows))
  return button
}

const press = (button: HTMLElement, isPressed: boolean) =>
  button.setAttribute('aria-pressed', `${isPressed}`)

type Gig = Parameters<Hearts['give']>[0]

/** Shows the change at once, and reverts it if it fails. */
async function toggle(button: HTMLButtonElement, gig: Gig, shows: Shows): Promise<void> {
  if (button.dataset['busy'] !== undefined) return
  const { hearts } = shows
  const isGiven = !hearts.ids().has(gig.id)
  button.dataset['busy'] = ''
  press(button, isGiven)
  try {
    await (isGiven ? hearts.give(gig) : hearts.take(gig.id))
    announceStorage(shows, isGiven)
  } catch (error) {
    press(button, !isGiven)
    shows.said.textContent = error instanceof Refused ? error.message : words.failed
  } finally {
    delete button.dataset['busy']
    showCount(shows)
  }
}

/** Explains that only this browser stores it, with a link to create an account. */
function announceStorage({ hearts, said, back }: Shows, isGiven: boolean): void {
  if (hearts.isAccount || !isGiven) return said.replaceChildren()
  const link = document.createElement('a')
  link.href = back
  link.textContent = words.signIn
  if (!said.querySelector('a'))
    said.replaceChildren(`${words.inBrowser} `, link, ` ${words.toKeep}`)
}

function showCount({ page, hearts }: Shows): void {
  const link = page.querySelector('#mine')
  if (link) link.textContent = words.open(hearts.ids().size)
}
