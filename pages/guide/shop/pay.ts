import { FestivalError } from '../../../client/src/error.ts'
import { words } from '../../../src/web/shop-words.ts'
import { api, asFan } from './fan.ts'
import { checkEmailIn } from './forms.ts'
import { newKey, readOrder } from './order.ts'
import { type Parts, say, sayOf } from './parts.ts'
import { proceed } from './progress.ts'
import { refuse, textOf } from './refusals.ts'

/** One attempt to pay. Without an answer the next one is the same attempt, so that money is taken once. */
export async function pay(parts: Parts): Promise<void> {
  const { button, fault, state } = parts
  if (button.disabled || state.order === undefined || !isContactGood(parts)) return
  button.disabled = true
  say(button, words.paying)
  say(fault, '')
  parts.attempt ??= newKey()
  try {
    const order = await attempt(parts, { id: state.order, idempotencyKey: parts.attempt })
    delete parts.attempt
    proceed(parts, order)
  } catch (error) {
    await tell(parts, error)
  }
}

const isContactGood = ({ email }: Parts) => !email || checkEmailIn(email, words.noEmail)

function attempt(
  { email, form }: Parts,
  { id, ...options }: { id: string; idempotencyKey: string },
) {
  const method = new FormData(form).get('method')
  const body = {
    ...(typeof method === 'string' && { processor_payment_method_id: method }),
    ...(email && { email: email.value.trim() }),
  }
  return asFan(() => api.orders.pay(id, body, options))
}

/** Says a refusal where it belongs. The order is as it was, unless it is over. */
async function tell(parts: Parts, error: unknown): Promise<void> {
  if (!(error instanceof FestivalError)) throw error
  // Of what was not answered it is unknown whether it was done: it is asked again with the same key.
  if (error.status !== 0 && error.status < 500) delete parts.attempt
  const moved = await movedOn(parts, error)
  if (moved) return proceed(parts, moved)
  parts.button.disabled = false
  say(parts.button, words.pay(parts.amount))
  tellAtPlace(parts, error)
}

/** The order as it is, where it has moved on in another tab, or by itself. */
async function movedOn({ state }: Parts, { code = '' }: FestivalError) {
  const hasMoved = ['in_progress', 'not_open', 'expired'].includes(code)
  if (!hasMoved || state.order === undefined) return undefined
  return readOrder(state.order).catch(() => undefined)
}

function tellAtPlace(parts: Parts, error: FestivalError): void {
  const { email, emailFault, fault } = parts
  const { code, body, fields } = error
  if (email && fields.some(({ path }) => path === 'email')) {
    return sayOf(email, emailFault, words.badEmail)
  }
  if (code === 'limit' || code === 'not_on_sale') return refuse(parts, error)
  const isDeclined = code === 'declined'
  const why = isDeclined ? words.declined(body?.decline_code) : textOf(parts, error)
  say(fault, isDeclined ? `${why} ${words.stillHeld}` : why)
  fault.scrollIntoView({ block: 'center' })
}
