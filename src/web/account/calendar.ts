/** A fan's own calendar, on `/me`: its address is created, shown once, and ended. */

import { calendarWords as words } from '#common/words/account-words'
import { section } from '../ui/layout.ts'
import { html, type Markup } from '../ui/markup.ts'

export type CalendarRead = { created_at: string | null }

export function calendarOf({ created_at }: CalendarRead): Markup {
  const hidden = html` hidden`
  const [whileOn, whileOff] = created_at === null ? [hidden, null] : [null, hidden]
  return section(
    { id: 'calendar', title: words.title },
    html`<div class="own-form" id="own-calendar">
      <p class="quiet">${words.text}</p>
      <p id="calendar-on"${whileOn}>${words.on}</p>
      <div id="calendar-address" hidden>
        <label for="calendar-url">${words.address}</label><input id="calendar-url" readonly aria-describedby="calendar-once">
        <p class="quiet" id="calendar-once">${words.once}</p>
        <p class="actions"><a class="button accent" id="calendar-open">${words.open}</a><button type="button" data-do="copyCalendar">${words.copy}</button></p>
      </div>
      <p class="actions"><button type="button" data-do="makeCalendar"${whileOff}>${words.make}</button><button type="button" data-do="makeCalendar"${whileOn}>${words.anew}</button><button type="button" data-do="endCalendar"${whileOn}>${words.end}</button></p>
      <p role="status"></p><p class="fault" role="alert"></p>
    </div>`,
  )
}
