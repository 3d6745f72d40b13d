import { isDeveloper } from '../shared/developer.ts'
import './guide.css'
import { keepLive } from './live.ts'
import { showLeft } from './offers.ts'
import { workOffline } from './offline/begin.ts'
import { searchAsTyped } from './search.ts'
import { fillBasket } from './shop/basket.ts'
import { offerCode } from './shop/code-form.ts'
import { hideOwnZone } from './zones.ts'

const form = document.querySelector<HTMLFormElement>('form.search')
if (form) searchAsTyped(form)

const country = document.querySelector<HTMLSelectElement>('#country')
country?.addEventListener('change', () => country.form?.requestSubmit())

const calls = document.querySelector<HTMLElement>('.calls')
if (calls && isDeveloper()) calls.hidden = false

const map = document.querySelector<HTMLElement>('.map')
if (map) whenNear(map, async () => (await import('./map.ts')).drawMap(map))

hideOwnZone()

const page = document.querySelector<HTMLElement>('[data-festival]')
if (page) {
  keepLive(page)
  fillBasket(page)
  offerCode(page)
  const times = page.querySelector('.days')
  if (times) whenNear(times, async () => (await import('./mine/buttons.ts')).layHearts(page))
}

const mine = document.querySelector<HTMLElement>('[data-mine]')
if (mine) void import('./mine/mine.ts').then(({ showMine }) => showMine(mine))

void workOffline()

const isFan = document.querySelector('meta[data-account]') !== null
if (document.querySelector('[data-share]')) void import('./me/share.ts').then((own) => own.share())
if (isFan && document.querySelector('[data-follow]')) {
  void import('./me/overlay.ts').then((own) => own.showOwn(page))
}

const shop = document.querySelector<HTMLElement>('[data-shop]')
if (shop) void openShop(shop)

/** The pages of a buyer load their script alone. */
async function openShop(place: HTMLElement): Promise<void> {
  const name = place.dataset['shop']
  if (name === 'checkout') return (await import('./shop/checkout.ts')).checkOut(place)
  if (name === 'tickets') return (await import('./shop/tickets.ts')).showTickets(place)
  if (name === 'me') return (await import('./me/account.ts')).showAccount(place)
  if (name === 'sign-in') return (await import('./shop/sign-in.ts')).signInHere(place)
  return (await import('./shop/reset.ts')).resetHere(place)
}

for (const offer of document.querySelectorAll<HTMLElement>('[data-offer]')) {
  whenNear(offer, () => showLeft(offer))
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
