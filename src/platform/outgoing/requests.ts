import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { type ClientRequest, request as overHttp, type RequestOptions } from 'node:http'
import { request as overHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { invalidField } from '#platform/values/errors'
import { isPublic } from './public-address.ts'
import { publicNames } from './public-names.ts'

/** The result of a request: the status and the beginning of the answer, or the reason that there is none. */
export type Sent = {
  ms: number
  status?: number
  answer?: string
  /** the header `Retry-After` */
  retryAfter?: string
  error?: string
}

type Posting = { headers: Record<string, string>; body: string | Buffer; signal?: AbortSignal }

/**
 * Requests to addresses that users have given. They reach nothing but the open internet: a name is looked
 * up for each request, and the connection goes to the very addresses that were checked. Redirects are not
 * followed.
 */
export type Outgoing = {
  /** @throws Problem 400, naming the field, by default `url`, where requests to this URL would be refused */
  check(url: string, field?: string): Promise<void>
  /** Never throws: any failure is part of the result. An unknown name may be known later. */
  post(url: string, posting: Posting): Promise<Sent>
}

type Resolve = (hostname: string) => Promise<LookupAddress[]>

type Options = {
  /** true if private addresses, and plain HTTP, are allowed */
  toPrivate: boolean
  resolve?: Resolve
  /** maximum duration of a request in all, ms */
  patience?: number
  /** factor on that time if it is not given, 1 where absent */
  timeoutScale?: number
}

/** Parts of an answer that are read, bytes, and stored, characters. */
const [mostRead, mostStored] = [4096, 1000]
/** Time that a check waits for a name to be resolved, ms. */
const checking = 2_000

export function createOutgoing({
  toPrivate,
  // Only the system knows the names of our own network.
  resolve = toPrivate ? (hostname) => lookup(hostname, { all: true }) : publicNames(),
  timeoutScale = 1,
  patience = 15_000 * timeoutScale,
}: Options): Outgoing {
  const addressesOf = async ({ hostname }: URL): Promise<LookupAddress[]> => {
    const host = hostname.replace(/^\[|\]$/g, '')
    const family = isIP(host)
    const addresses = family === 0 ? await resolve(host) : [{ address: host, family }]
    if (!toPrivate && !addresses.every(({ address }) => isPublic(address))) throw new NotPublic()
    return addresses
  }
  return {
    check: async (text, field = 'url') => {
      const url = readUrl(text, toPrivate, field)
      await within(checking, addressesOf(url)).catch((error: unknown) => {
        if (error instanceof NotPublic)
          throw invalidField(field, `must not lead to a private address, unless ${allowed}`)
      })
    },
    post: async (text, { headers, body, signal }) => {
      const begun = performance.now()
      const limit = AbortSignal.timeout(patience)
      const end = signal ? AbortSignal.any([limit, signal]) : limit
      const outcome = await (async () => {
        const url = readUrl(text, toPrivate)
        const addresses = await within(patience, addressesOf(url))
        return exchange(url, { headers, body, signal: end, lookup: only(addresses) })
      })().catch((error: unknown) => ({
        error: limit.aborted ? tooLate(patience) : reasonOf(error),
      }))
      return { ...outcome, ms: Math.round(performance.now() - begun) }
    },
  }
}

/** A hint for developers whose receiver is on the same machine. */
const allowed = 'the service is started with WEBHOOKS_TO_PRIVATE_ADDRESSES=true'

class NotPublic extends Error {
  override message = 'leads to a private address'
}

/** Parses the URL of a receiver, and refuses one that may not be called at all. */
function readUrl(text: string, toPrivate: boolean, field = 'url'): URL {
  const url = URL.parse(text)
  const schemes = toPrivate ? ['https:', 'http:'] : ['https:']
  if (!url || !schemes.includes(url.protocol)) {
    const rule = `must start with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`
    throw invalidField(field, url?.protocol === 'http:' ? `${rule}, unless ${allowed}` : rule)
  }
  if (url.username || url.password) throw invalidField(field, 'must not hold a name or a password')
  if (text.includes('#')) throw invalidField(field, 'must not have a fragment')
  return url
}

/** Answers a look-up with the checked addresses, even if the name now resolves to others. */
function only(addresses: LookupAddress[]): LookupFunction {
  return (_hostname, { all }, callback) => {
    const [{ address, family } = { address: '', family: 4 }] = addresses
    if (all) callback(null, addresses)
    else callback(null, address, family)
  }
}

type Exchange = Required<Posting> & { lookup: LookupFunction }

/** Sends it over a connection of its own. An answer that is cut short still has its status. */
function exchange(url: URL, { headers, body, ...how }: Exchange): Promise<Omit<Sent, 'ms'>> {
  const { promise, resolve, reject } = Promise.withResolvers<Omit<Sent, 'ms'>>()
  const options: RequestOptions = {
    ...how,
    method: 'POST',
    agent: false,
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
  }
  const sent: ClientRequest =
    url.protocol === 'https:' ? overHttps(url, options) : overHttp(url, options)
  let fail: (error: Error) => void = reject
  sent.on('error', (error) => fail(error))
  sent.on('response', (response) => {
    const chunks: Buffer[] = []
    let size = 0
    const finish = () => {
      const { statusCode: status = 0, headers: heard } = response
      const retry = heard['retry-after']
      const answer = shown(Buffer.concat(chunks))
      resolve({ status, answer, ...(retry !== undefined && { retryAfter: retry }) })
      response.destroy()
    }
    fail = finish
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size >= mostRead) finish()
    })
    for (const event of ['end', 'close', 'error']) response.on(event, finish)
  })
  sent.end(body)
  return promise
}

/** Returns the beginning of an answer in a form that can be stored. */
function shown(bytes: Buffer): string {
  const text = bytes.subarray(0, mostRead).toString().replaceAll('\0', '\ufffd')
  return text.slice(0, mostStored).toWellFormed()
}

async function within<T>(ms: number, asked: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(tooLate(ms))), ms)
  try {
    return await Promise.race([asked, late])
  } finally {
    clearTimeout(timer)
  }
}

const tooLate = (ms: number) => `no answer within ${ms / 1000} s`

const reasons: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be looked up',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is of an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate is of an unknown authority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host',
}

/** Returns a few words for the log, without addresses and without the request's content. */
function reasonOf(error: unknown): string {
  const { code = '', message = '' } = Object(error)
  if (error instanceof NotPublic) return message
  const known = reasons[code]
  if (known) return known
  return `${code}`.startsWith('HPE_') ? 'the answer is no HTTP' : `${code || message}`.slice(0, 200)
}
