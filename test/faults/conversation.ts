/** What a browser and the service say to each other: written down once in a real browser, and said again by others. */
import { randomUUID } from 'node:crypto'
import { Agent, request as ask } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, Page, Request } from 'playwright-core'

/** A request of a browser, with what was answered to it then. */
export type RecordedRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body: string | null
  answer: string
}
export type RecordedAnswer = { method: string; path: string; status: number; body: string }

/** Headers that belong to the conversation; cookies are each speaker's own. */
const kept = ['accept', 'content-type', 'idempotency-key', 'x-festival-session']
const telling = ['sec-fetch-dest', 'sec-fetch-mode', 'sec-fetch-site']
/** Files are the same for all, and a stream has no end. */
const others = /^\/guide\/assets\/|\/stream\b/

/** Writes down what a browser says while `act` uses its pages. */
export async function record(
  context: BrowserContext,
  act: (page: Page) => Promise<void>,
): Promise<RecordedRequest[]> {
  const said: RecordedRequest[] = []
  await context.route(
    ({ pathname }) => !others.test(pathname),
    async (route) => {
      // Read here: the answer of a page that is left at once is not kept.
      const answer = await route.fetch({ maxRedirects: 0 })
      const text = await answer.text()
      said.push({ ...(await requestOf(route.request())), answer: text })
      await route.fulfill({ response: answer, body: text })
    },
  )
  const page = await context.newPage()
  await act(page)
  await context.unrouteAll({ behavior: 'wait' })
  return said
}

async function requestOf(one: Request) {
  const { pathname, search } = new URL(one.url())
  const all = await one.allHeaders()
  const headers = [...kept, ...telling].flatMap((name) => {
    const value = all[name]
    return value === undefined ? [] : [[name, value]]
  })
  return {
    method: one.method(),
    path: pathname + search,
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: one.postData(),
  }
}

/** Ids, and the keys of sessions. */
const names =
  /\b[0-9a-f]{8}-[0-9a-f-]{27}\b|(?<=festival-(?:fan|session)" content="|"session":")[\w-]+/g

/**
 * Says all of it again as another person: with an address and cookies of its own, with its own e-mail, and with the ids and
 * keys that the service tells it instead of those that it told the browser.
 */
export async function repeat(
  said: RecordedRequest[],
  { url, from, own }: { url: () => string; from: string; own: Record<string, string> },
): Promise<RecordedAnswer[]> {
  const known = new Map(Object.entries(own))
  const cookies = new Map<string, string>()
  const agent = new Agent({ keepAlive: true, localAddress: from })
  const heard: RecordedAnswer[] = []
  for (const { method, path, headers, body, answer } of said) {
    const { 'idempotency-key': key } = headers
    if (key !== undefined && !known.has(key)) known.set(key, randomUUID())
    const mine = (words: string) =>
      [...known].reduce((all, [one, other]) => all.replaceAll(one, other), words)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const asked = {
      agent,
      method,
      headers: { ...JSON.parse(mine(JSON.stringify(headers))), ...(cookie && { cookie }) },
      body: body === null ? null : mine(body),
    }
    const told = await sendAgain(() => send(`${url()}${mine(path)}`, asked))
    for (const set of told.cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    learn(known, answer, told.body)
    heard.push({ method, path: mine(path), status: told.status, body: told.body })
  }
  agent.destroy()
  return heard
}

/** Ids and keys stand at the same places in both answers. */
function learn(known: Map<string, string>, before: string, now: string): void {
  const [old, fresh] = [before, now].map((words) => [...words.matchAll(names)].map(([one]) => one))
  if (!old || !fresh || old.length !== fresh.length) return
  for (const [nth, one] of old.entries()) {
    const other = fresh[nth]
    if (other !== undefined && other !== one && !known.has(one)) known.set(one, other)
  }
}

/** As a page does that gets no answer, or is told to come again. */
async function sendAgain(once: () => Promise<BrowserAnswer>): Promise<BrowserAnswer> {
  for (let attempt = 1; ; attempt++) {
    const told = await once().catch((error: unknown) => {
      if (attempt === 50) throw error
    })
    if (told && (told.status !== 503 || attempt === 50)) return told
    await pause(50 + attempt * 10)
  }
}

type BrowserAnswer = { status: number; cookies: string[]; body: string }
type BrowserRequest = {
  agent: Agent
  method: string
  headers: Record<string, string>
  body: string | null
}

function send(url: string, { body, ...options }: BrowserRequest) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number
    cookies: string[]
    body: string
  }>()
  const request = ask(url, options, (response) => {
    const { statusCode: status = 0, headers } = response
    text(response).then(
      (whole) => resolve({ status, cookies: headers['set-cookie'] ?? [], body: whole }),
      reject,
    )
  })
  request.on('error', reject)
  request.end(body)
  return promise
}
