/** The sessions of a fan, on `/me`. */

import { sessionWords as words } from '#common/words/account-words'
import { longDay } from '#common/words/guide-words'
import { section } from '../ui/layout.ts'
import { html, type Markup } from '../ui/markup.ts'

type Session = {
  id: string
  client_name: string
  created_at: string
  last_used_on: string
  current: boolean
}
export type SessionsRead = { sessions: Session[] }

export function sessionsOf({ sessions }: SessionsRead): Markup {
  return section(
    { id: 'sessions', title: words.title },
    html`<ul class="follows" id="own-sessions">${sessions.map(sessionOf)}</ul>
    <p role="status" id="session-ended"></p>`,
  )
}

function sessionOf({ id, client_name, created_at, last_used_on, current }: Session): Markup {
  const day = (time: string) => longDay(new Date(time), 'UTC')
  const name = current ? words.here : client_name
  return html`<li class="line-item" data-session="${id}"><div><p class="name">${name}</p><p class="quiet">${words.since(day(created_at))} ${words.used(day(last_used_on))}</p></div>
    ${!current && html`<button type="button" data-do="endSession" aria-label="${words.end(client_name)}">${words.endShort}</button>`}
    <p class="fault" role="alert"></p></li>`
}
