import { offlineWords as words } from '#common/words/offline-words'
import { asCached, isOwn, own } from './caches.ts'
import { choice, deleteCached, deleteFanData, inTurn } from './forget.ts'

const has = (name: string) => document.querySelector(`meta[name="${name}"]`) !== null

/** Lists the kept pages on the offline page; keeps a fan's page if they chose so; removes all when the session has ended. */
export async function withCachedPages(): Promise<void> {
  const offline = document.querySelector<HTMLElement>('[data-offline]')
  if (offline) return (await import('./list.ts')).listCached(offline)
  // Only a page that the service has just rendered knows its session.
  if (has('festival-session') && !has('festival-fan')) await deleteFanData()
  const part = document.querySelector<HTMLElement>('[data-keep]')
  if (part && has('festival-fan')) await offer(part, location.pathname)
}

const isInstalled = () => matchMedia('(display-mode: standalone)').matches
const isChosen = () => (localStorage.getItem(choice) ?? (isInstalled() ? 'yes' : 'no')) === 'yes'

/** Returns true in a tab of Safari. Only WebKit reports whether a page runs from the Home Screen; on a desktop it may not. */
const isSafariTab = () =>
  'standalone' in navigator
    ? navigator.standalone !== true
    : /^((?!chrome|android).)*safari/i.test(navigator.userAgent) && !isInstalled()

/** Sets up the button that keeps the page, or removes the kept ones. */
async function offer(part: HTMLElement, address: string): Promise<void> {
  const [said, button] = [part.querySelector('[role=status]'), part.querySelector('button')]
  if (!said || !button) return
  const show = (text: string) => {
    said.textContent = text
    button.textContent = isChosen() ? words.remove : words.keep
  }
  const keepIt = () =>
    cachePage(address).then(
      () => show(words.kept),
      () => show(words.failed),
    )
  const change = async () => {
    if (isChosen()) {
      await deleteCached()
      localStorage.setItem(choice, 'no')
      return show(words.keepHow)
    }
    localStorage.setItem(choice, 'yes')
    await keepIt()
  }
  button.addEventListener('click', () => void change())
  const hint = part.querySelector<HTMLElement>('[data-safari]')
  if (hint) hint.hidden = !isSafariTab()
  part.hidden = false
  if (isChosen()) await keepIt()
  else show(words.keepHow)
}

/** Stores the current state of a changed timetable, by the address from which the service renders it. */
export function refreshCache(page: HTMLElement, address: string): void {
  const part = page.querySelector<HTMLElement>('[data-keep]')
  if (part && has('festival-fan')) void offer(part, address)
}

/** Has the service render the page to store; if the session has ended, nothing stays stored. */
async function cachePage(address: string): Promise<void> {
  const url = new URL(address, location.href)
  if (!isOwn(url.pathname)) return
  url.searchParams.set('keep', '')
  const isOver = await inTurn(async () => {
    // `/tickets` is an operation of the API too, for requests that do not ask for a page.
    const answer = await fetch(url, { headers: { accept: 'text/html' } })
    if (answer.status === 401) return true
    if (!answer.ok) throw new Error('Not kept')
    const cache = await caches.open(own)
    await cache.put(url.pathname, asCached(await answer.text(), answer))
    return false
  })
  if (isOver) await deleteFanData()
}
