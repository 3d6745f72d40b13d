import { endOf, guideWords } from '#common/words/guide-words'
import { showTier } from './left.ts'
import { ask, festival, serverNow } from './session.ts'

const [second, minute] = [1_000, 60_000]
const between = 5 * second
/** After a failure the interval grows, up to a minute. */
const slowest = minute

/** Keeps the live parts of a festival's page up to date: availability, and the gigs on now. */
export function startLiveUpdates(page: HTMLElement): void {
  const { festival: id = '', zone = 'UTC' } = page.dataset
  const tiers = page.querySelector<HTMLElement>('.tiers[data-live]')
  if (tiers) updateTiers(tiers, { id, zone })
  if (page.querySelector('#playing')) updatePlaying(page)
}

function updateTiers(list: HTMLElement, { id, zone }: { id: string; zone: string }): void {
  let wait = between
  let timer = 0
  const look = async () => {
    clearTimeout(timer)
    try {
      const left = await ask(() => festival.festivals.availability(id))
      for (const one of left) showTier(list, one, zone)
      say('')
      wait = between
    } catch {
      say(guideWords.stale)
      wait = Math.min(wait * 2, slowest)
    }
    // A hidden page sends no requests.
    if (!document.hidden) timer = window.setTimeout(look, wait)
  }
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer)
    if (!document.hidden) void look()
  })
  timer = window.setTimeout(look, between)
}

function say(text: string): void {
  const note = document.querySelector('#freshness')
  if (note && note.textContent !== text) note.textContent = text
}

function updatePlaying(page: HTMLElement): void {
  const mark = () => markPlaying(page, serverNow())
  mark()
  setInterval(mark, minute)
  document.addEventListener('visibilitychange', mark)
}

/** A page has hundreds of gigs, so only the gigs on now are marked. */
function nowMark(): HTMLElement {
  const mark = document.createElement('span')
  mark.className = 'now'
  mark.textContent = guideWords.nowPlaying
  return mark
}

function markPlaying(page: HTMLElement, now: Date): void {
  const slots = [...page.querySelectorAll<HTMLElement>('.slot')]
  const playing = slots.filter((slot) => {
    const [start, end] = [...slot.querySelectorAll('time')].map(({ dateTime }) => dateTime)
    const begins = Date.parse(start ?? '')
    const isOn = begins <= now.getTime() && now.getTime() < endOf(begins, end ?? null)
    slot.toggleAttribute('data-on', isOn)
    if (isOn && !slot.querySelector('.now')) slot.append(nowMark())
    return isOn
  })
  const note = page.querySelector<HTMLElement>('#playing')
  const names = note?.querySelector('span')
  if (!note || !names) return
  const text = playing
    .map(
      (slot) =>
        `${slot.querySelector('.who')?.textContent} (${slot.querySelector('.stage')?.textContent})`,
    )
    .join(', ')
  note.hidden = text === ''
  if (names.textContent !== text) names.textContent = text
}
