import { ofForm } from '#common/pages/checkout-forms'
import { words } from '#common/words/shop-words'
import { FestivalError } from '../../../../client/src/error.ts'
import { newKey } from '../../../shared/new-key.ts'
import { api, asFan } from '../fan.ts'
import { checkEmailIn } from '../forms.ts'
import { readOrder } from '../order.ts'
import { messageOf, type Parts, say } from '../parts.ts'
import { proceed } from '../progress.ts'
import { refuse, textOf } from '../refusals.ts'
import { saveBilling } from './billing.ts'
import { cardForms } from './card-forms.ts'
import { paysByTransfer, payText } from './means.ts'
import { arePointsGood, pointsMessage } from './points.ts'

/** Makes one attempt to pay. Without an answer the next one is the same attempt, so that the charge is made once. */
export async function pay(parts: Parts): Promise<void> {
  const { button, fault, state } = parts
  if (button.disabled || state.order === undefined) return
  if (!isContactGood(parts) || !arePointsGood(parts)) return
  button.disabled = true
  say(button, words.paying)
  say(fault, '')
  try {
    // An attempt without an answer may have been charged: it is only sent again.
    const begun = parts.attempt ?? (await beginAttempt(parts, state.order))
    if (!begun) return readyAgain(parts)
    parts.attempt = begun
    const order = await untilAnswered(parts, { id: state.order, ...begun })
    if (!order) return
    delete parts.attempt
    proceed(parts, order)
  } catch (error) {
    await showStatus(parts, error)
  }
}

const isContactGood = ({ email }: Parts) => !email || checkEmailIn(email, words.noEmail)

/**
 * Begins a new attempt with the buyer's means of payment; undefined if that, or the details of a company, is not valid
 * yet, which is shown.
 */
async function beginAttempt(parts: Parts, order: string): Promise<Parts['attempt']> {
  const { card, form, amount, page, state, points } = parts
  if (!(await saveBilling(page, order))) return undefined
  const isTransfer = paysByTransfer(parts)
  const begun = { idempotencyKey: newKey(), points, isTransfer }
  if (isTransfer) return { ...begun, method: undefined }
  if (!ofForm(cardForms, state.processor) || amount === 0) {
    const method = new FormData(form).get('method')
    return { ...begun, method: typeof method === 'string' ? method : undefined }
  }
  const read = card ? await card.read() : { fault: words.cardAway }
  const isRead = 'method' in read
  say(page.querySelector('#card-fault'), isRead ? '' : (read.fault ?? words.cardWrong))
  return isRead ? { ...begun, method: read.method } : undefined
}

function readyAgain(parts: Parts): void {
  const { button } = parts
  button.disabled = false
  say(button, payText(parts))
}

type Attempt = NonNullable<Parts['attempt']> & { id: string }

function attempt({ email }: Parts, { id, idempotencyKey, method, points, isTransfer }: Attempt) {
  const body = {
    ...(isTransfer && { method: 'transfer' as const }),
    ...(method !== undefined && { processor_payment_method_id: method }),
    ...(points > 0 && { points_to_use: points }),
    ...(email && { email: email.value.trim() }),
  }
  return asFan(() => api.orders.pay(id, body, { idempotencyKey }))
}

/** The time without an answer after which the page says so, and the pause before the next try, in ms. */
const [patience, interval] = [3_000, 2_000]

/**
 * Makes an attempt until it has an answer, which a lost network delays: with one key it is charged once. Says so while
 * there is none. Returns undefined if the order has ended meanwhile.
 */
async function untilAnswered(parts: Parts, asked: Attempt) {
  const { turn, fault } = parts
  const tell = () => say(fault, words.noAnswerYet)
  if (!navigator.onLine) tell()
  addEventListener('offline', tell)
  const late = setTimeout(tell, patience)
  try {
    while (turn === parts.turn) {
      const order = await attempt(parts, asked).catch((error: unknown) => {
        if (!(error instanceof FestivalError) || error.status !== 0) throw error
      })
      if (order) return order
      tell()
      await online()
    }
    return undefined
  } finally {
    clearTimeout(late)
    removeEventListener('offline', tell)
    if (turn === parts.turn) say(fault, '')
  }
}

/** Resolves when the browser has a network again, or after a pause if it has one all the time. */
function online(): Promise<void> {
  return new Promise((resolve) => {
    if (navigator.onLine) setTimeout(resolve, interval)
    else addEventListener('online', () => resolve(), { once: true })
  })
}

/** Shows a refusal at its place. The order is unchanged, unless it is over. */
async function showStatus(parts: Parts, error: unknown): Promise<void> {
  if (!(error instanceof FestivalError)) throw error
  // Without an answer it is unknown whether the payment was made: it is sent again with the same key.
  if (error.status !== 0 && error.status < 500) delete parts.attempt
  const moved = await movedOn(parts, error)
  if (moved) return proceed(parts, moved)
  readyAgain(parts)
  showStatusAt(parts, error)
}

/** Returns the current order, if it has changed in another tab, or by itself. */
async function movedOn({ state }: Parts, { code = '' }: FestivalError) {
  const hasMoved = ['in_progress', 'not_open', 'expired'].includes(code)
  if (!hasMoved || state.order === undefined) return undefined
  return readOrder(state.order).catch(() => undefined)
}

function showStatusAt(parts: Parts, error: FestivalError): void {
  const { email, emailFault, fault } = parts
  const { code, body, fields } = error
  if (email && fields.some(({ path }) => path === 'email')) {
    return messageOf(email, emailFault, words.badEmail)
  }
  if (code === 'not_enough_points') return pointsMessage(parts, words.pointsGone)
  if (code === 'limit' || code === 'not_on_sale') return refuse(parts, error)
  const isDeclined = code === 'declined'
  const why = isDeclined ? words.declined(body?.decline_code) : textOf(parts, error)
  say(fault, isDeclined ? `${why} ${words.stillHeld}` : why)
  fault.scrollIntoView({ block: 'center' })
}
