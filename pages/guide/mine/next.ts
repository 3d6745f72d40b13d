import { nextOf } from '#common/words/mine-words'
import { serverNow } from '../session.ts'

const often = 15_000
let timer = 0

/** Keeps the current and the next gig up to date, by the server's clock and in the festival's time. */
export function updateNext(page: HTMLElement): void {
  const note = page.querySelector<HTMLElement>('#next')
  clearInterval(timer)
  if (!note) return
  const zone = page.dataset['zone'] ?? 'UTC'
  const gigs = [...page.querySelectorAll<HTMLElement>('.chosen[data-start]')].map((gig) => ({
    name: textIn(gig, '.who'),
    stage: textIn(gig, '.stage'),
    start: Date.parse(gig.dataset['start'] ?? ''),
    end: Number(gig.dataset['end']),
  }))
  const show = () => {
    const text = nextOf(gigs, serverNow(), zone)
    const words = note.querySelector('span')
    note.hidden = text === null
    if (words && words.textContent !== text) words.textContent = text
  }
  show()
  timer = window.setInterval(show, often)
}

const textIn = (place: HTMLElement, what: string) =>
  place.querySelector(what)?.textContent?.trim() ?? ''
