/**
 * A server that speaks Stripe's wire format as far as payments need it: forms in, JSON out, idempotency
 * keys, intents with their states, refunds, search and signed webhooks. It is independent of our code, and
 * fails on demand.
 */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { cardErrors, carryOut, fail, take } from './stripe-account.ts'
import { failPayout, payOut, record } from './stripe-balance.ts'
import { type Account, type Call, type Json, newId, type Reply, refusal } from './stripe-call.ts'
import { endRefunds, refundedOf } from './stripe-refunds.ts'

type Failure = { delay?: number; status?: number }
/** What happens to a request: it never arrives, its answer is lost, it is slow, or it gets a status. */
export type Trouble = 'lost request' | 'lost answer' | Failure
type Planned = { on: RegExp; trouble: Trouble }

type State = Account & {
  /** every request that was carried out: method, path and key */
  carriedOut: string[]
  /** what happens to the next requests whose `POST /v1/…` matches, each once */
  planned: Planned[]
  isDown: boolean
  remembered: Map<string, { of: string; reply: Reply | undefined }>
}

export async function aStripeServer(keys: {
  secretKey: string
  webhookSecret: string
  now?: () => number
}) {
  const state: State = {
    intents: new Map(),
    refunds: [],
    balance: [],
    payouts: [],
    now: keys.now ?? Date.now,
    carriedOut: [],
    planned: [],
    unrefundable: new Map(),
    failedRefunds: new Map(),
    isDown: false,
    remembered: new Map(),
  }
  const server = createServer((request, response) => {
    serve(state, keys.secretKey, { request, response }).catch((error: unknown) =>
      response.destroy(error as Error),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  const ofPayment = (payment: string) =>
    [...state.intents.values()].filter(({ metadata }) => metadata.payment_id === payment)

  return {
    ...state,
    state,
    url: `http://127.0.0.1:${port}`,
    trouble: (on: RegExp, trouble: Trouble) => state.planned.push({ on, trouble }),
    ofPayment,
    /** How often a payment was charged. */
    chargesOf: (payment: string) =>
      ofPayment(payment).reduce((sum, { charges }) => sum + charges, 0),
    refundedOf: (payment: string) =>
      ofPayment(payment).reduce((sum, intent) => sum + refundedOf(state, intent), 0),
    /** The buyer does what the bank requires, or does not. */
    act: (payment: string, isApproved: boolean) => {
      for (const intent of ofPayment(payment)) {
        if (intent['status'] === 'requires_action') {
          if (isApproved) take(state, intent)
          else fail(intent, cardErrors['authentication'] ?? {})
        }
      }
    },
    /** A refund is made in the dashboard. */
    refundInDashboard: (payment: string, amount: number) => {
      const [intent] = ofPayment(payment)
      const form = { payment_intent: intent?.['id'], amount: `${amount}` }
      const made = carryOut(state, {
        method: 'POST',
        path: '/v1/refunds',
        form,
        query: new URLSearchParams(),
      })
      return made.body
    },
    /** Refunds come to their end: those that changed. */
    endRefunds: (payment: string) =>
      ofPayment(payment).flatMap((intent) => endRefunds(state, intent)),
    /** A payout is made of all that is in none, or, by hand, of an amount. */
    payOut: (wish: { cents?: number; isReady?: boolean } = {}) => payOut(state, wish),
    /** The bank returns a payout. */
    failPayout: (id: string) => failPayout(state, id),
    /** Anything else in the balance. */
    recordInBalance: (entry: Parameters<typeof record>[1]) => record(state, entry),
    /** A day passes: idempotency keys expire. */
    forgetKeys: () => state.remembered.clear(),
    /** An event as it is sent: its body and its headers. */
    event: (type: string, object: Json, at = Date.now()) => {
      const event = { id: newId('evt'), object: 'event', type, data: { object } }
      const body = JSON.stringify(event, null, 2)
      const time = Math.floor(at / 1000)
      const signature = createHmac('sha256', keys.webhookSecret)
        .update(`${time}.${body}`)
        .digest('hex')
      return {
        id: event.id,
        body: Buffer.from(body),
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': `t=${time},v1=${signature},v0=${'0'.repeat(64)}`,
        },
      }
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

type Exchange = { request: IncomingMessage; response: ServerResponse }

async function serve(state: State, secretKey: string, { request, response }: Exchange) {
  const call = await read(request)
  if (state.isDown) return response.destroy()
  const trouble = nextTrouble(state, `${call.method} ${call.path}`)
  if (trouble === 'lost request') return response.destroy()
  const { delay = 0, status }: Failure = typeof trouble === 'object' ? trouble : {}
  await pause(delay)
  const isKnown = request.headers.authorization === `Bearer ${secretKey}`
  const reply = !isKnown
    ? refusal(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' })
    : status !== undefined
      ? refusal(status, { type: typeOf(status), message: 'As planned' })
      : await onceOnly(state, call, request.headers['idempotency-key'])
  if (trouble === 'lost answer') return response.destroy()
  const headers = { 'content-type': 'application/json', 'request-id': newId('req') }
  return response.writeHead(reply.status, headers).end(JSON.stringify(reply.body))
}

function typeOf(status: number): string {
  return status === 402 ? 'card_error' : status >= 500 ? 'api_error' : 'invalid_request_error'
}

function nextTrouble({ planned }: State, name: string): Trouble | undefined {
  const index = planned.findIndex(({ on }) => on.test(name))
  return index === -1 ? undefined : planned.splice(index, 1)[0]?.trouble
}

async function read(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://stripe')
  const form: Json = {}
  for (const [name, value] of new URLSearchParams(Buffer.concat(chunks).toString())) {
    const [first = '', ...inner] = name.split(/[[\]]+/).filter(Boolean)
    const [key] = inner
    if (key === undefined) form[first] = value
    else form[first] = { ...form[first], [key]: value }
  }
  return { method: request.method ?? '', path: pathname, form, query: searchParams }
}

/**
 * A known key returns the first answer again; with other parameters, or while the first runs, it is
 * refused.
 */
async function onceOnly(state: State, call: Call, key: string | string[] | undefined) {
  if (call.method === 'GET' || typeof key !== 'string') return carryOut(state, call)
  const of = JSON.stringify([call.method, call.path, call.form])
  const known = state.remembered.get(key)
  if (known && known.of !== of) {
    const message = 'Keys for idempotent requests can only be used with the same parameters'
    return refusal(400, { type: 'idempotency_error', message })
  }
  if (known?.reply) return structuredClone(known.reply)
  if (known) {
    const message = 'There is currently another in-progress request using this key'
    return refusal(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message })
  }
  const slot: { of: string; reply: Reply | undefined } = { of, reply: undefined }
  state.remembered.set(key, slot)
  // Another request may come in between, as at a real server.
  await pause(2)
  const reply = carryOut(state, call)
  state.carriedOut.push(`${call.method} ${call.path} ${key}`)
  // A request that was refused for its parameters, before anything was done, may be tried again.
  if (reply.body['error']?.param) state.remembered.delete(key)
  else slot.reply = structuredClone(reply)
  return reply
}
