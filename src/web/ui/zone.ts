import { guideWords as words, zoneHere } from '#common/words/guide-words'
import { offsetAt, utc } from '#platform/zones/local-time'
import { html, type Markup } from './markup.ts'

/** Shows a time as it is written, with its zone. */
export function zoned(time: string, zone: string, told: string): Markup {
  const at = new Date(time)
  return html`<time datetime="${time}">${told}${zoneMark(at, zone, html` ${zoneHere(at, zone)}`)}</time>`
}

/** Shows the name of a zone. The script removes it if the visitor's clock shows the same at that time. */
export function zoneMark(at: Date, zone: string, words: Markup): Markup {
  const minutes = offsetAt(at, zone) / 60_000
  return html`<span class="zone" data-at="${at.toISOString()}" data-offset="${minutes}">${words}</span>`
}

/** States the time zone of a list, once for all its times. The script removes it if the visitor's clock is set to that zone. */
export function zoneNote(zone: string): Markup {
  const told = zone === utc ? words.timesAre(zone) : words.timesOf(zone)
  return html`<p class="quiet zone-note" data-zone="${zone}">${told}</p>`
}
