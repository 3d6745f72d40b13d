import { guideWords as words } from '#common/words/guide-words'
import { offsetAt, utc } from '#platform/zones/local-time'

const [minute, day] = [60_000, 86_400_000]

/** Hides the names of zones at times for which the visitor's clock shows the same. */
export function hideOwnZone(): void {
  for (const mark of document.querySelectorAll<HTMLElement>('.zone')) {
    const { at = '', offset } = mark.dataset
    const ahead = -new Date(at).getTimezoneOffset() - Number(offset)
    mark.hidden = ahead === 0
    const told = mark.querySelector('#own-clock')
    if (told && ahead !== 0) told.textContent = apart(ahead)
  }
  for (const note of document.querySelectorAll<HTMLElement>('.zone-note')) {
    note.hidden = showsSame(note.dataset['zone'] ?? utc)
  }
}

/** Returns true if the visitor's clock shows the same as the clocks of a zone, in each month of a year. */
function showsSame(zone: string): boolean {
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.now() + month * 30 * day))
  return months.every((at) => offsetAt(at, zone) === -at.getTimezoneOffset() * minute)
}

/** Describes how far the visitor's clock is from the festival's; `ahead` is in minutes. */
function apart(ahead: number): string {
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60]
  const length = minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`
  return ahead > 0 ? words.clockAhead(length) : words.clockBehind(length)
}
