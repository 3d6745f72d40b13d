import { guideWords as words } from '../../src/web/guide-words.ts'

/** Leaves out what names a zone, where the visitor's clock shows the same at that time. */
export function hideOwnZone(): void {
  for (const mark of document.querySelectorAll<HTMLElement>('.zone')) {
    const { at = '', offset } = mark.dataset
    const ahead = -new Date(at).getTimezoneOffset() - Number(offset)
    mark.hidden = ahead === 0
    const told = mark.querySelector('#own-clock')
    if (told && ahead !== 0) told.textContent = apart(ahead)
  }
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  for (const note of document.querySelectorAll<HTMLElement>('.zone-note')) {
    note.hidden = note.dataset['zone'] === timeZone
  }
}

/** How far the visitor's clock is from the festival's, in minutes. */
function apart(ahead: number): string {
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60]
  const length = minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`
  return ahead > 0 ? words.clockAhead(length) : words.clockBehind(length)
}
