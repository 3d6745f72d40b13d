/** The dialog that finds tickets without their code, and asks for a photo ID before it admits one by name. */

import { FestivalError } from '../../client/src/error.ts'
import type { FoundTicket } from '../../client/src/types.ts'
import { now } from '../shared/clock.ts'
import { box, button, element, input, part, say, show } from '../shared/page.ts'
import { Ended } from '../shared/service.ts'
import { allowSound } from '../shared/tones.ts'
import { stateOf } from './answer.ts'
import type { Attendant } from './attendant.ts'
import { isQuestion, isShortCode } from './find.ts'
import { claimOf } from './judge.ts'

const noNetwork =
  'There is no network, and tickets are found only with one. Scan the code of the ticket, or type it.'
const noAnswer = 'There is no answer. Press Admit again: it counts once.'
const tooShort = 'Type at least two letters of a name or an e-mail, or a whole short code.'
const none = 'No ticket found. Check the spelling; of a short code, every character.'
const noName = 'Its holder has no name: it is admitted by its code alone'

export class Finder {
  readonly #attendant: Attendant
  readonly #dialog = part('find', HTMLDialogElement)
  readonly #confirm = part('confirm', HTMLDialogElement)
  /** the latest question: answers to earlier ones are not shown */
  #latest = ''
  /** the ticket for which a name is being confirmed */
  #chosen: FoundTicket | undefined

  constructor(attendant: Attendant) {
    this.#attendant = attendant
  }

  wire(): void {
    button('find-open').addEventListener('click', () => this.#dialog.showModal())
    // Names do not stay on the page. The event comes later, when the dialog may be open again.
    this.#dialog.addEventListener('close', () => {
      if (this.#dialog.open) return
      input('find-text').value = ''
      this.#clear('')
    })
    button('find-by-hand').addEventListener('click', () => {
      this.#dialog.close()
      input('code').focus()
    })
    part('find-form', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault()
      allowSound()
      void this.#find(input('find-text').value.trim())
    })
    this.#confirm.addEventListener('close', () => {
      if (this.#confirm.returnValue === 'admit') void this.#admitByName()
      this.#confirm.returnValue = ''
      if (!this.#confirm.open) say('confirm-title', '')
    })
  }

  async #find(text: string): Promise<void> {
    // A code that was pasted; scans do not come here.
    if (claimOf(text).claim) return this.#scan(text)
    if (!isQuestion(text)) return this.#clear(tooShort)
    this.#clear('Looking')
    this.#latest = text
    const found = await this.#ask(() => this.#attendant.find(text), noNetwork)
    if (!found || this.#latest !== text) return
    if (found instanceof FestivalError) return this.#clear(tooShort)
    const { tickets, truncated } = found
    const count = tickets.length === 1 ? '1 ticket' : `${tickets.length} tickets`
    const first = `The first ${count}. Type more letters to find the others.`
    this.#clear(tickets.length === 0 ? none : truncated ? first : count)
    const isByCode = isShortCode(text)
    box('found').replaceChildren(...tickets.map((ticket) => this.#lineOf(ticket, isByCode)))
  }

  #lineOf(ticket: FoundTicket, isByCode: boolean): HTMLElement {
    const { tier, holder_name, code } = ticket
    const isNameless = code === null && !isByCode && holder_name === ''
    const state = stateOf(ticket, this.#attendant.offerOf(tier?.id), now())
    const [who, what] = [element('p', '', holder_name || 'No name'), whatOf(ticket)]
    const told = element('p', 'state', isNameless ? noName : state)
    const line = element('li', '', element('div', 'told', who, what, told))
    line.dataset['admits'] = `${code === null}`
    if (code !== null || isNameless) return line
    const press = element('button', 'button', 'Admit')
    press.type = 'button'
    press.setAttribute('aria-label', `Admit ${holder_name}, ${what.textContent}`)
    press.addEventListener('click', () => this.#admit(ticket, isByCode))
    line.append(press)
    return line
  }

  /** Admits a ticket found by its code as if it had been scanned; one found by a name once that was confirmed. */
  #admit(ticket: FoundTicket, isByCode: boolean): void {
    if (isByCode) return this.#scan(ticket.short_code ?? '')
    this.#chosen = ticket
    say('confirm-title', `Is this ${ticket.holder_name}?`)
    say('confirm-what', ticket.tier?.name ?? '')
    this.#confirm.showModal()
  }

  #scan(code: string): void {
    this.#dialog.close()
    void this.#attendant.scan(code).then(showAnswer)
  }

  async #admitByName(): Promise<void> {
    const ticket = this.#chosen
    if (!ticket) return
    // Without an answer the list stays, so that the same ticket is sent again.
    const answer = await this.#ask(() => this.#attendant.admit(ticket), noAnswer)
    if (answer instanceof FestivalError) return this.#clear(answer.message)
    if (answer === undefined) return
    this.#dialog.close()
    showAnswer()
  }

  /** Returns the service's answer. If there is none, shows `lost` and returns undefined. */
  async #ask<T>(work: () => Promise<T>, lost: string): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Ended) return undefined
      say('find-said', lost)
      show('find-by-hand', true)
      return undefined
    }
  }

  #clear(said: string): void {
    this.#latest = ''
    say('find-said', said)
    show('find-by-hand', false)
    box('found').replaceChildren()
  }
}

/** Returns the tier and the short code, without a line break in it. */
function whatOf({ tier, short_code }: FoundTicket): HTMLElement {
  const what = element('p', 'quiet', tier?.name ?? 'Ticket')
  if (short_code !== null) what.append(' · ', element('span', 'code', short_code))
  return what
}

function showAnswer(): void {
  box('answer').scrollIntoView({ block: 'nearest' })
}
