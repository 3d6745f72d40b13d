import { words } from '#common/words/shop-words'
import { FestivalError } from '../../../client/src/error.ts'
import { type Parts, say } from './parts.ts'

/** Explains why there is no order: nothing is held, and nothing was charged. */
export function refuse(parts: Parts, error: unknown): void {
  if (!(error instanceof FestivalError)) throw error
  if (error.code === 'needs_account') return signIn()
  showRefusal(parts, textOf(parts, error))
  // Requests that failed temporarily can be tried again unchanged.
  parts.again.hidden = !isPassing(error)
  if (error.code === 'not_your_turn') leadToRoom(parts)
}

/** The session has ended: leads to sign in, and back to the same address. */
function signIn(): void {
  const next = `${location.pathname}${location.search}`
  location.replace(`/sign-in?next=${encodeURIComponent(next)}`)
}

/** Leads to the waiting room for tiers sold in turn. */
function leadToRoom({ state: { festival }, again }: Parts): void {
  if (festival === undefined) return
  const link = document.createElement('a')
  link.className = 'button accent'
  link.href = `/guide/${festival}/queue`
  link.textContent = words.toRoom
  again.replaceWith(link)
}

const isPassing = ({ status, code }: FestivalError) =>
  status === 0 || status === 429 || status >= 500 || code === 'too_many_holds'

type RefusalText = (name: string, left: number) => string

/** The refusals of an order, by their codes: `name` is the item refused, `left` the quantity remaining. */
const textsByCode: Record<string, RefusalText> = {
  sold_out: (name, left) => `${words.soldOut(name, left)} ${words.nothingCharged}`,
  not_found: (name) => `${words.notOnSale(name)} ${words.nothingCharged}`,
  not_on_sale: (name) => `${words.notOnSale(name)} ${words.nothingCharged}`,
  limit: (name) => `${words.limit(name)} ${words.nothingCharged}`,
  price_changed: (name) => words.changed(name),
  not_offered: () => words.offerEnded,
  offer_ended: () => words.offerEnded,
  offer_used: () => words.offerUsed,
  return_gone: () => words.offerEnded,
  not_your_turn: () => `${words.notYourTurn} ${words.nothingCharged}`,
  too_many_holds: () => words.tooManyHolds,
  too_many_held: () => words.tooManyHeld,
  too_many_unpaid: () => words.tooManyUnpaid,
  too_many_requests: () => words.tooManyHeld,
}

/** Returns the text of a refusal for a buyer. */
export function textOf({ lines }: Parts, { status, code, body }: FestivalError): string {
  if (status === 0) return words.offline
  if (code === 'transfer_unavailable') return textOfTransfer(body?.['reason'])
  const name = nameOf(lines, body?.['item']) ?? words.oneOfThem
  return textOfCode(code)?.(name, Number(body?.['remaining'] ?? 0)) ?? words.wrong
}

function textOfTransfer(reason: unknown): string {
  const texts: Record<string, string> = words.transfer.refused
  return texts[String(reason)] ?? words.wrong
}

function textOfCode(code = ''): RefusalText | undefined {
  const ofVoucher = words.vouchers[code]
  return ofVoucher === undefined ? textsByCode[code] : () => `${ofVoucher} ${words.nothingCharged}`
}

/** Returns the name of the item that a refusal is about. */
function nameOf(lines: HTMLElement, item: unknown): string | undefined {
  const all = [...lines.querySelectorAll<HTMLElement>('[data-line]')]
  return all.find(({ dataset }) => dataset['line'] === item)?.dataset['name']
}

/** Ends the order on the page: its time is up, or it was given up. */
export function showEnd(parts: Parts): void {
  delete parts.state.order
  showRefusal(parts, `${words.timeIsUp}. ${words.timeIsUpWords}`)
  // Loads the page again, so that the new order has a key of its own.
  if (parts.state.again === undefined) return
  const again = document.createElement('a')
  again.className = 'button'
  again.href = parts.state.again
  again.textContent = words.again
  parts.again.replaceWith(again)
}

function showRefusal({ page, refusal, clock, form, voucher, waiting }: Parts, text: string): void {
  page.classList.add('ended')
  for (const part of [clock, form, voucher, waiting]) if (part) part.hidden = true
  say(refusal.querySelector('p'), text)
  refusal.hidden = false
  refusal.focus()
}
