/** Requests that change something: each is stored with its key before it is sent, and sent until it is answered. */
import type { TillSale } from '../../client/src/types.ts'
import { newKey } from '../shared/new-key.ts'
import { notice } from '../shared/page.ts'
import { Ended, Unanswered } from '../shared/service.ts'
import { type Answers, Refusal } from './calls.ts'
import { soldOf } from './sold.ts'
import { type Attempt, type Stage, type TillRequest } from './store.ts'
import type { Aside, Till } from './till.ts'

/** Sends one request. Nothing is sent while another one waits for its answer, for example after a double click. */
export async function submit(till: Till, request: TillRequest): Promise<void> {
  if (till.attempt) return
  const attempt = { ...request, key: newKey() }
  till.attempt = attempt
  await till.store.keep('attempt', attempt)
  await settle(till)
}

let isSettling = false

/** Sends the waiting request with the key that it had before. */
export async function settle(till: Till): Promise<void> {
  const { attempt } = till
  if (!attempt || isSettling) return
  isSettling = true
  till.draw()
  try {
    const answer = await till.calls.send(attempt)
    await take(till, attempt, answer)
    notice('fault', null)
  } catch (error) {
    if (error instanceof Refusal) await refuse(till, attempt, error)
    else if (error instanceof Unanswered) till.isUnknown = true
    else if (error instanceof Ended && attempt.kind === 'close') await dropExpiredClosing(till)
    else throw error
  } finally {
    isSettling = false
    till.draw()
  }
}

async function refuse(till: Till, attempt: Attempt, { message }: Refusal): Promise<void> {
  await drop(till)
  if (attempt.kind === 'conclude' && attempt.body.result === 'failed')
    return till.go({ step: 'choose' })
  notice('fault', `${message}. Nothing was booked.`)
}

/** Drops a closing whose token has ended. The next request gets the 401 too, and ends the page. */
async function dropExpiredClosing(till: Till): Promise<void> {
  await drop(till)
  void till.meet()
}

async function drop(till: Till): Promise<void> {
  till.attempt = undefined
  till.isUnknown = false
  await till.store.change((desk) => desk.drop('kept', 'attempt'))
}

/** Stores the result of a request in the same transaction as its end, so a reload finds either both or neither. */
async function take(till: Till, attempt: Attempt, answer: Answers[Attempt['kind']]): Promise<void> {
  const stage = stageAfter(till, attempt, answer)
  const basket = stage === till.stage || stage.step === 'terminal' ? till.basket : {}
  await till.store.change((desk) => {
    desk.drop('kept', 'attempt')
    desk.put('kept', { name: 'stage', value: stage })
    desk.put('kept', { name: 'basket', value: basket })
    if (stage.step === 'sold' && stage !== till.stage) desk.put('sales', stage.sale)
    if (attempt.kind === 'lease')
      desk.put('leases', { ...(answer as Answers['lease']), unsent: [] })
    if ('books' in answer) desk.put('kept', { name: 'shift', value: answer })
  })
  till.attempt = undefined
  till.isUnknown = false
  if (stage !== till.stage) till.paying = null
  till.stage = stage
  till.basket = basket
  if ('books' in answer) till.shift = answer
  await till.reload()
}

function stageAfter(till: Till, { kind }: Attempt, answer: Answers[Attempt['kind']]): Stage {
  if (kind === 'sale' || kind === 'conclude') return stageOf(answer as TillSale)
  if (kind === 'refund') return { step: 'refunded', refund: answer as Answers['refund'] }
  return till.stage
}

function stageOf(sale: TillSale): Stage {
  if (sale.status === 'waiting') return { step: 'terminal', sale, isDeclined: false }
  return sale.status === 'paid' ? { step: 'sold', sale: soldOf(sale) } : { step: 'choose' }
}

/** Returns true if the till may continue before this request is answered. */
export const mayWait = ({ kind }: Attempt): boolean => kind === 'sale' || kind === 'conclude'

/**
 * Continues without the answer. A sale that was booked all the same is reversed when the network returns; the outcome
 * at the terminal is reported then.
 */
export async function putAside(till: Till): Promise<void> {
  const { attempt } = till
  if (!attempt || !mayWait(attempt) || isSettling) return
  const asides = [...till.asides, { attempt, isUndone: attempt.kind === 'sale' }]
  const stage: Stage = { step: 'choose' }
  await till.store.change((desk) => {
    desk.drop('kept', 'attempt')
    desk.put('kept', { name: 'asides', value: asides })
    desk.put('kept', { name: 'stage', value: stage })
  })
  Object.assign(till, { asides, stage, attempt: undefined, isUnknown: false, paying: null })
  till.draw()
}

/**
 * Sends the requests that were put aside, oldest first.
 * @throws Unanswered, Ended
 */
export async function settleAsides(till: Till): Promise<void> {
  for (let [first] = till.asides; first; [first] = till.asides) {
    const told = await settleAside(till, first).catch((error: unknown) => {
      if (error instanceof Refusal) return `${error.message}. Nothing was booked.`
      throw error
    })
    till.asides = till.asides.slice(1)
    await till.store.keep('asides', till.asides)
    notice('aside', `A request that had no answer: ${told}`)
  }
}

async function settleAside(till: Till, { attempt, isUndone }: Aside): Promise<string> {
  if (attempt.kind !== 'sale' && attempt.kind !== 'conclude') return ''
  const sale = await till.calls.send(attempt)
  if (isUndone) return undo(till, attempt.key, sale)
  if (sale.status !== 'paid') return 'the sale was given up.'
  const sold = soldOf(sale)
  await till.store.change((desk) => desk.put('sales', sold))
  await till.reload()
  return `sold with receipt ${sold.receipt}. Its tickets are in the last sales.`
}

/** Reverses a sale; safe to repeat. */
async function undo(till: Till, key: string, sale: TillSale): Promise<string> {
  if (sale.status === 'waiting') {
    await till.calls.send({ kind: 'conclude', sale, body: { result: 'failed' }, key })
    return 'the sale was given up.'
  }
  for (const { payment_id } of sale.tickets) {
    const body = { payment_id, reason: 'The till heard no answer to this sale' }
    await till.calls.send({ kind: 'refund', body, key: `${key}-${payment_id}` })
  }
  return `receipt ${sale.receipt} was booked and is taken back in the books.`
}
