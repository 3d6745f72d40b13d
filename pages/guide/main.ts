import { isDeveloper } from '../shared/developer.ts'
import { keepPresses } from './early.ts'
import './guide.css'
import { startLiveUpdates } from './live.ts'
import { showLeft } from './offers.ts'
import { workOffline } from './offline/begin.ts'
import { searchAsTyped } from './search.ts'
import { fillBasket } from './shop/basket.ts'
import { offerCode } from './shop/code-form.ts'
import { loadWords, type Part } from './words.ts'
import { hideOwnZone } from './zones.ts'

void begin()

async function begin(): Promise<void> {
  const page = document.querySelector<HTMLElement>('[data-festival]')
  openOwn(page)
  await loadWords('public')
  const form = document.querySelector<HTMLFormElement>('form.search')
  if (form) searchAsTyped(form)
  frame()
  hideOwnZone()
  if (page) sell(page)
  void workOffline()
  for (const offer of document.querySelectorAll<HTMLElement>('[data-offer]')) {
    whenNear(offer, () => showLeft(offer))
  }
}

function frame(): void {
  const country = document.querySelector<HTMLSelectElement>('#country')
  country?.addEventListener('change', () => country.form?.requestSubmit())
  const calls = document.querySelector<HTMLElement>('.calls')
  if (calls && isDeveloper()) calls.hidden = false
  const map = document.querySelector<HTMLElement>('.map')
  if (map) whenNear(map, async () => (await import('./map.ts')).drawMap(map))
}

function sell(page: HTMLElement): void {
  startLiveUpdates(page)
  fillBasket(page)
  offerCode(page)
  const times = page.querySelector('.days')
  if (times) {
    whenNear(times, async () =>
      (await withWords(import('./mine/buttons.ts'), 'account')).layHearts(page),
    )
  }
}

/** Loads the parts of a fan's own, on public pages and on theirs. */
function openOwn(page: HTMLElement | null): void {
  const mine = document.querySelector<HTMLElement>('[data-mine]')
  if (mine) void withBoth(import('./mine/mine.ts')).then(({ showMine }) => showMine(mine))
  const isFan = document.querySelector('meta[data-account]') !== null
  if (isFan) saveChosenLanguage()
  if (document.querySelector('[data-share]')) {
    void import('./me/share.ts').then((own) => own.share())
  }
  if (isFan && document.querySelector('[data-follow]')) {
    void withBoth(import('./me/overlay.ts')).then((own) => own.showOwn(page))
  }
  const queue = document.querySelector<HTMLElement>('[data-queue]')
  if (queue) {
    const script = withWords(import('./queue/open.ts'), 'shop')
    void openPart(
      queue,
      script.then(({ loadQueue }) => loadQueue(queue)),
    )
  }
  const shop = document.querySelector<HTMLElement>('[data-shop]')
  if (shop) void openPart(shop, loadShop(shop.dataset['shop']))
}

/** The language that a fan chooses in the footer is also that of their mails and tickets. */
function saveChosenLanguage(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.languages a')) {
    link.addEventListener('click', (event) => {
      event.preventDefault()
      void import('./me/language.ts')
        .then(({ saveLanguage }) => saveLanguage(link.lang))
        .catch(() => undefined)
        .then(() => location.assign(link.href))
    })
  }
}

/** Loads a script with the words that it needs, all at once: everything on a page should work as soon as it is seen. */
async function withWords<Script>(script: Promise<Script>, ...parts: Part[]): Promise<Script> {
  const [own] = await Promise.all([script, loadWords('public'), ...parts.map(loadWords)])
  return own
}

function withBoth<Script>(script: Promise<Script>): Promise<Script> {
  return withWords(script, 'shop', 'account')
}

/** Makes a part of the page work. Its function adds its listeners before it waits for anything. */
type Opened = (place: HTMLElement) => void | Promise<void>

async function openPart(place: HTMLElement, script: Promise<Opened>): Promise<void> {
  const repeatPresses = keepPresses(place)
  const show = await script
  const shown = show(place)
  repeatPresses()
  await shown
}

/** Only the pages of a buyer load their script. */
async function loadShop(name: string | undefined): Promise<Opened> {
  if (name === 'checkout') return (await withWords(import('./shop/checkout.ts'), 'shop')).checkOut
  if (name === 'transfer')
    return (await withBoth(import('./shop/paying/transfer.ts'))).awaitTransfer
  if (name === 'reset') return (await withWords(import('./shop/reset.ts'), 'shop')).resetHere
  if (name === 'tickets') return (await withBoth(import('./shop/tickets.ts'))).showTickets
  if (name === 'me') return (await withBoth(import('./me/account.ts'))).showAccount
  return (await withBoth(import('./shop/sign-in.ts'))).signInHere
}

/** Runs once, when an element is about to be seen and the page has been painted. */
function whenNear(place: Element, act: () => Promise<void>): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(act))
    },
    { rootMargin: '200px' },
  )
  observer.observe(place)
}
