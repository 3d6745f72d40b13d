import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { isAboutTrust } from '../../server/running.ts'
import { CommandError, sentence } from '../terminal/output.ts'

/** A call as it is printed. `brief` selects the part of the answer to show. */
export type Step = {
  method: string
  path: string
  status: number
  milliseconds: number
  brief: string
}

type Call<Schema extends TSchema> = {
  body?: object
  /** the token of the calling user */
  as?: string
  /** the expected status, or several; `answer` is the schema of an answer with it */
  expect: number | number[]
  answer: Schema
  brief: (answer: Static<Schema>) => string
}

export type Service = {
  /** @throws CommandError if the service answers anything unexpected */
  call<S extends TSchema>(method: string, path: string, call: Call<S>): Promise<Static<S>>
  /** Sets the client token of the following calls. */
  become(token: string): void
}

/** Times that a call is sent to a service that is busy, each after the wait that its answer asks for. */
const mostAttempts = 10

/** Calls a running service over HTTP and prints each call. A call to a busy service is repeated, with the same key. */
export function callService(url: string, show: (step: Step) => void): Service {
  let client = ''
  const send = (method: string, path: string, { body, as }: Pick<Call<TSchema>, 'body' | 'as'>) =>
    askPatiently(`${url}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        prefer: 'handling=strict',
        ...(client && { 'x-f-authorization': client }),
        ...(as && { 'x-f-authentication': as }),
        ...(method === 'POST' && { 'idempotency-key': randomBytes(12).toString('hex') }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  return {
    become: (token) => {
      client = token
    },
    call: async (method, path, { body, as, expect, answer, brief }) => {
      const began = performance.now()
      const { status, json, text } = await send(method, path, {
        ...(body && { body }),
        ...(as && { as }),
      })
      const milliseconds = Math.round(performance.now() - began)
      if ([expect].flat().includes(status) && Value.Check(answer, json)) {
        show({ method, path, status, milliseconds, brief: brief(json) })
        return json
      }
      show({ method, path, status, milliseconds, brief: text.slice(0, 200) })
      throw new CommandError(`${method} ${path} answered ${status}: ${text.slice(0, 200)}`)
    },
  }
}

async function askPatiently(url: string, request: RequestInit) {
  for (let attempt = 1; ; attempt++) {
    const answer = await ask(url, request)
    if (answer.status !== 503 || answer.retryAfter === 0 || attempt === mostAttempts) return answer
    await wait(answer.retryAfter * 1000)
  }
}

async function ask(url: string, request: RequestInit) {
  try {
    const response = await fetch(url, { ...request, redirect: 'manual' })
    const location = response.headers.get('location')
    if (location !== null && response.status >= 300 && response.status < 400) {
      const { origin } = new URL(location, url)
      throw new CommandError(`${url} sends elsewhere: say --url ${origin}`)
    }
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
    const json: unknown = isJson ? JSON.parse(text) : undefined
    const retryAfter = Number(response.headers.get('retry-after') ?? 0)
    return { status: response.status, json, text, retryAfter }
  } catch (cause) {
    if (cause instanceof CommandError) throw cause
    if (isAboutTrust(cause)) throw untrusted(url, cause)
    const advice = 'start it with `npm start`, or say where it runs with --url'
    throw new CommandError(`Nothing answers at ${url}: ${advice}`, { cause })
  }
}

function untrusted(url: string, error: unknown): CommandError {
  const why = sentence(Object(error).cause)
  const advice = 'for one made here set NODE_EXTRA_CA_CERTS to https.crt in DATA_DIR'
  return new CommandError(`The certificate of ${url} is not trusted (${why}): ${advice}`, {
    cause: error,
  })
}
