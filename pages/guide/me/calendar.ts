import { calendarWords } from '#common/words/account-words'
import { words } from '#common/words/me-words'
import { api, asFan } from '../shop/fan.ts'
import { say } from '../shop/parts.ts'
import { doAt } from './acts.ts'
import { copy } from './share.ts'

/** The actions of the buttons of a fan's own calendar. */
export const calendarActs = { makeCalendar, copyCalendar, endCalendar }

function makeCalendar(button: HTMLButtonElement): void {
  void doAt(button, words.refused, async () => {
    const { url } = await asFan(() => api.me.createCalendar())
    show(url)
    document.querySelector<HTMLInputElement>('#calendar-url')?.select()
    showStatus('')
  })
}

function copyCalendar(button: HTMLButtonElement): void {
  void doAt(button, words.refused, async () => {
    const { value = '' } = document.querySelector<HTMLInputElement>('#calendar-url') ?? {}
    showStatus((await copy(value)) ? words.copied : words.notCopied)
  })
}

function endCalendar(button: HTMLButtonElement): void {
  void doAt(button, words.refused, async () => {
    await asFan(() => api.me.revokeCalendar())
    show(undefined)
    showStatus(calendarWords.ended)
    // The focus was on the removed element.
    buttons()[0]?.focus()
  })
}

const buttons = () => [
  ...document.querySelectorAll<HTMLButtonElement>(
    '#own-calendar [data-do="makeCalendar"], #own-calendar [data-do="endCalendar"]',
  ),
]

/** Shows a new address, or the state without one. */
function show(url: string | undefined): void {
  const [make, ...others] = buttons()
  const [before, address] = ['#calendar-on', '#calendar-address'].map((id) =>
    document.querySelector<HTMLElement>(id),
  )
  if (make) make.hidden = url !== undefined
  if (before) before.hidden = true
  for (const part of [...others, address]) if (part) part.hidden = url === undefined
  const field = document.querySelector<HTMLInputElement>('#calendar-url')
  if (field) field.value = url ?? ''
  // Calendar programs open this scheme.
  const open = document.querySelector<HTMLAnchorElement>('#calendar-open')
  if (open && url !== undefined) open.href = url.replace(/^https?:/, 'webcal:')
}

const showStatus = (text: string) =>
  say(document.querySelector('#own-calendar [role="status"]'), text)
