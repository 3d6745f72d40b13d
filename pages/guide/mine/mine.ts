import { mineWords as words } from '#common/words/mine-words'
import { refreshCache } from '../offline/keep.ts'
import { hideOwnZone } from '../zones.ts'
import { type Hearts, openHearts, Refused } from './hearts.ts'
import { updateNext } from './next.ts'
import { storedHeartsAt } from './stored-hearts.ts'

type Page = { page: HTMLElement; festival: string; hearts: Hearts }

/** `/guide/:id/mine`: the next gig, and the actions for each gig. */
export async function showMine(page: HTMLElement): Promise<void> {
  updateNext(page)
  if (page.dataset['mine'] === 'shared') return
  const festival = page.dataset['festivalId'] ?? ''
  const hearts = await openHearts(festival)
  const mine: Page = { page, festival, hearts }
  page.addEventListener('click', (event) => void act(mine, event))
  // Only the script knows which hearts this browser has, and which have joined the account just now.
  const isTheirs = page.dataset['mine'] === (hearts.isAccount ? 'account' : 'browser')
  const shown = page.querySelectorAll('.chosen').length
  if (!isTheirs || shown !== hearts.ids().size) await tryTo(mine, () => refresh(mine))
  if (!hearts.isMerged) say(page, words.notMerged)
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
}

function say(page: HTMLElement, text: string): void {
  const said = page.querySelector('#said')
  if (said) said.textContent = text
}

async function tryTo({ page }: Page, doing: () => Promise<void>): Promise<void> {
  try {
    await doing()
  } catch (error) {
    say(page, error instanceof Refused ? error.message : words.failed)
  }
}

async function act(mine: Page, event: MouseEvent): Promise<void> {
  const { target } = event
  if (!(target instanceof HTMLElement)) return
  if (target.id === 'share') return share(mine.page, target, event)
  const { do: what, gig = '', now } = target.dataset
  const acts: Record<string, (id: string) => Promise<void>> = {
    take: mine.hearts.take,
    keep: mine.hearts.keep,
    seen: (id) => mine.hearts.see(id, now || null),
  }
  const chosen = acts[what ?? '']
  if (!chosen || target.dataset['busy'] !== undefined) return
  target.dataset['busy'] = ''
  await tryTo(mine, async () => {
    for (const id of gig.split(' ')) await chosen(id)
    await refresh(mine)
  })
  delete target.dataset['busy']
}

/** Offers the link in the device's share dialog, else copies it; if neither works, the link is followed. */
async function share(page: HTMLElement, link: HTMLElement, event: MouseEvent): Promise<void> {
  const { href: url } = link as HTMLAnchorElement
  if (!navigator.share && !navigator.clipboard) return
  event.preventDefault()
  try {
    if (navigator.share) return await navigator.share({ title: document.title, url })
    await navigator.clipboard.writeText(url)
    say(page, words.copied)
  } catch (error) {
    // The visitor has cancelled the dialog.
    if (error instanceof DOMException && error.name === 'AbortError') return
    location.assign(url)
  }
}

/** Renders the page again on the server, and leaves the focus near its previous position. */
async function refresh(mine: Page): Promise<void> {
  const { page, festival } = mine
  const answer = await fetch(addressOf(mine))
  const text = await answer.text()
  const fresh = new DOMParser().parseFromString(text, 'text/html').querySelector('.mine')
  if (!answer.ok || !fresh) throw new Refused(words.failed)
  const hadFocus = page.contains(document.activeElement)
  page.replaceChildren(...fresh.childNodes)
  nameGone(page, festival)
  refreshCache(page, addressOf(mine))
  hideOwnZone()
  updateNext(page)
  if (hadFocus) page.querySelector('h1')?.focus()
}

/** The server learns this browser's hearts from the address. */
function addressOf({ festival, hearts }: Page): string {
  const path = `/guide/${festival}/mine`
  if (hearts.isAccount) return path
  const gigs = Object.entries(storedHeartsAt(festival)).map(([id, { start, keeps }]) => {
    const seen = start === null ? 'n' : Date.parse(start)
    return `${id}~${seen}${keeps ? '~k' : ''}`
  })
  return `${path}?own=1&gigs=${gigs.join(',')}`
}

/** Only this browser knows the name of a gig that is gone. */
function nameGone(page: HTMLElement, festival: string): void {
  const kept = storedHeartsAt(festival)
  for (const gig of page.querySelectorAll<HTMLElement>('.chosen[data-off]')) {
    const heart = kept[gig.dataset['chosen'] ?? '']
    const name = gig.querySelector('.name')
    if (!heart || !name) continue
    name.textContent = heart.name
    gig.querySelector('.heart')?.setAttribute('aria-label', words.take(heart.name))
  }
}
