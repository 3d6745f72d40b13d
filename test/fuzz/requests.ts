/** Requests of an operation, generated before the records are known. */
import fc from 'fast-check'
import { openToGuests } from '../authorisation/guests.ts'
import type { Identity } from '../authorisation/outcomes.ts'
import { outcomeOf } from '../authorisation/policies.ts'
import { type Body, bodyOf } from './bodies.ts'
import type { Operation, Parameter } from './operations.ts'
import { kindOfParameter, type Live, type Pool, settled } from './pool.ts'
import { edges, hostileText, infinite, someId, valid } from './values.ts'

/** The caller; `mortal` is a new user, whose session or account may end, `guest` a new guest. */
const callers = [
  'admin',
  'owner',
  'manager',
  'stranger',
  'steward',
  'device',
  'till',
  'client',
  'anonymous',
  'garbage',
  'guest',
  'mortal',
] as const
export type Caller = (typeof callers)[number]

type Plan = {
  caller: Caller
  path: Record<string, unknown>
  query: [name: string, value: unknown][]
  headers: Record<string, string>
  isStrict: boolean
  body: Body | undefined
}
/** A request as it is sent. `said` is the value of its body, if that is JSON of a schema. */
export type Sent = {
  method: string
  url: string
  headers: Record<string, string>
  body: string | Buffer | undefined
  said: unknown
  isJson: boolean
}

/** Operations that end the caller's own session. */
const mortal = new Set(['POST /auth/logout', 'PUT /auth/change-password', 'DELETE /users/{id}'])
const own = new Set(['PUT /users/{id}', 'POST /users/{id}/photo', 'DELETE /users/{id}'])

/** Requests of an operation: of all kinds, by callers with all kinds of rights. */
export function plansOf(operation: Operation): fc.Arbitrary<Plan> {
  const { name, path, parameters } = operation
  return fc.record({
    caller: callerOf(name),
    path: fc.record(
      Object.fromEntries(
        parameters
          .filter((parameter) => parameter.in === 'path')
          .map((parameter) => [parameter.name, pathValue(operation, path, parameter)]),
      ),
    ),
    query: queryOf(parameters.filter((parameter) => parameter.in === 'query')),
    headers: headersOf(parameters),
    isStrict: fc.boolean(),
    body: bodyOf(operation),
  })
}

/** Mostly a caller who is let in: refusals are tested elsewhere. */
function callerOf(name: string): fc.Arbitrary<Caller> {
  if (mortal.has(name)) return fc.constantFrom('mortal', 'mortal', 'mortal', 'anonymous', 'client')
  const others = callers.filter((caller) => caller !== 'mortal')
  const usual = others.filter((caller) =>
    caller === 'guest' ? openToGuests.includes(name) : outcomeOf(name, caller as Identity) === 'in',
  )
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...(usual.length > 0 ? usual : others)) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  )
}

function pathValue(
  { name }: Operation,
  path: string,
  { name: parameter, schema }: Parameter,
): fc.Arbitrary<unknown> {
  const kind = kindOfParameter(path, parameter)
  return fc.oneof(
    { weight: 8, arbitrary: someId(own.has(name) ? 'self' : kind) },
    { weight: 2, arbitrary: someId('anything') },
    { weight: 1, arbitrary: valid(schema) },
    { weight: 2, arbitrary: hostileText },
  )
}

function queryOf(parameters: Parameter[]): fc.Arbitrary<[string, unknown][]> {
  const one = ({ name, schema, required = false }: Parameter) => {
    const value = fc.oneof(
      { weight: 4, arbitrary: valid(schema, name) },
      { weight: 1, arbitrary: fc.constantFrom(...edges(schema)) },
      { weight: 1, arbitrary: hostileText },
    )
    return fc
      .oneof<fc.WeightedArbitrary<unknown[]>[]>(
        { weight: required ? 60 : 10, arbitrary: value.map((one) => [one]) },
        { weight: required ? 1 : 20, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.tuple(value, value) },
      )
      .map((values) => values.map((value): [string, unknown] => [name, value]))
  }
  const unknown = fc.oneof(
    { weight: 9, arbitrary: fc.constant([]) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('__proto__', 'a[b]', 'roles', 'x'), hostileText)
        .map((pair) => [pair]),
    },
  ) as fc.Arbitrary<[string, unknown][]>
  return fc.tuple(unknown, ...parameters.map(one)).map((pairs) => pairs.flat())
}

const odd: Record<string, string[]> = {
  accept: ['*/*', 'image/png', 'text/html', 'a/b;q=x', ','],
  'accept-encoding': ['gzip', 'br', 'identity;q=0', 'x'.repeat(200)],
  'if-none-match': ['*', 'W/"x"', '"', ','.repeat(500)],
  'last-event-id': ['0', '-1', '1e999', 'x'.repeat(500), '99999999999999999999'],
  'x-request-id': ['a', 'x'.repeat(200), 'a b', '"'],
  'x-forwarded-for': ['127.0.0.1', 'a, b', "' or 1=1"],
  host: ['a"b', 'localhost:1', 'x'.repeat(300)],
  origin: ['null', 'http://a.example', 'x'],
  range: ['bytes=0-1', 'bytes=-1'],
  cookie: ['a=b', 'festival=fst_user_0', '=;;'],
}
const oddHeaders = fc
  .constantFrom(...Object.entries(odd))
  .chain(([name, values]) => fc.constantFrom(...values).map((value) => ({ [name]: value })))

function headersOf(parameters: Parameter[]): fc.Arbitrary<Record<string, string>> {
  const keys = fc.oneof(
    { weight: 3, arbitrary: fc.nat(20).map((n) => `key-${n}`) },
    { weight: 2, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: fc.constantFrom('', 'x'.repeat(255), 'x'.repeat(256), "'; --") },
  )
  const none = fc.constant<Record<string, string>>({})
  const takesKey = parameters.some(({ name }) => name === 'Idempotency-Key')
  const key = takesKey
    ? fc.oneof(
        none,
        keys.map((key) => ({ 'idempotency-key': key })),
      )
    : none
  const odd = fc.oneof({ weight: 9, arbitrary: none }, { weight: 1, arbitrary: oddHeaders })
  return fc.tuple(key, odd).map(([key, odd]) => ({ ...key, ...odd }))
}

type FuzzContext = { pool: Pool; self: string; tokens: Record<string, string> }

/** A plan as it is sent, on the current records. */
export function toSent(
  operation: Operation,
  plan: Plan,
  { pool, self, tokens }: FuzzContext,
): Sent {
  const { method, path } = operation
  const pick = (live: Live) => (live.kind === 'self' ? self : pool.pick(live))
  const text = (value: unknown) => toText(settled(value, pick))
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    // An empty part would be another address.
    return escaped(text(plan.path[name])) || '%20'
  })
  const listed = (value: unknown) => (Array.isArray(value) ? value.map(text).join() : text(value))
  const query = plan.query.map(([name, value]) => `${escaped(name)}=${escaped(listed(value))}`)
  const url = query.length > 0 ? `${address}?${query.join('&')}` : address
  const prefer = plan.isStrict && { prefer: 'handling=strict' }
  const headers = { ...tokens, ...prefer, ...plan.headers }
  const { body } = plan
  if (body === undefined) return { method, url, headers, body, said: {}, isJson: true }
  if ('raw' in body) {
    const typed = { ...headers, 'content-type': body.type }
    return { method, url, headers: typed, body: body.raw, said: undefined, isJson: false }
  }
  const said = settled(body.json, pick)
  const sent = (JSON.stringify(said) ?? '').replaceAll(JSON.stringify(infinite), '1e999')
  const typed = { ...headers, 'content-type': 'application/json' }
  return { method, url, headers: typed, body: sent, said, isJson: !sent.includes('1e999') }
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** As in an address: a lone surrogate as its own bytes. */
function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll('%EF%BF%BD', '%ED%A0%80')
}
