import type { FastifyRequest } from 'fastify'
import type { Vault } from '#platform/secrets/vault'
import { Problem } from '#platform/values/errors'

/**
 * Signed addresses open the files of a ticket without headers, so that an `<img>` can show them. Each signature is for
 * one payment, one revision of its ticket and one kind of file, until the Unix time at its beginning (docs/contract,
 * section 7.7).
 */

type Which = { id: string; revision: number }

/** Returns the address of a file of a payment's ticket, for the holder of this revision. */
export type TicketAddresses = (ticket: Which, file: 'qr.svg' | 'ticket.pdf') => string

const life = 3600
/** The time between changes of an address, seconds: a page that reads a payment again does not load its picture again. */
const step = 900

/** Returns addresses that open without headers for at least an hour, and for a quarter of an hour more at most. */
export function signedAddresses(origin: string, vault: Vault, now: Date): TicketAddresses {
  const expires = `${(Math.floor(now.getTime() / 1000 / step) + 1) * step + life}`
  return ({ id, revision }, file) => {
    // For a ticket that was never transferred, the signature is the same as in earlier versions.
    const until = revision === 0 ? expires : `${expires}-${revision}`
    const mac = vault.mac(signed(id, file, until), context).toString('base64url')
    return `${origin}/payments/${id}/${file}?signature=${until}.${mac}`
  }
}

type Signed = Pick<FastifyRequest, 'headers' | 'params' | 'query' | 'routeOptions'>

/**
 * Returns true if the address of a request lets it in. If the caller sends tokens, they decide, and the address does
 * not matter. A wrong or expired signature is 401, for every payment alike. `revisionIn` returns the revision for which
 * it is good.
 */
export function isLetInByAddress(request: Signed, vault: Vault, now: Date): boolean {
  const { headers, params, query, routeOptions } = request
  const { signature } = Object(query)
  const hasTokens = ['x-f-authorization', 'x-festival-session'].some((name) => headers[name])
  if (hasTokens || signature === undefined) return false
  const [file = ''] = (routeOptions.url ?? '').split('/').slice(-1)
  const [until = '', mac = ''] = `${signature}`.split('.')
  const [expires = ''] = until.split('-')
  const text = signed(`${Object(params).id}`.toLowerCase(), file, until)
  const isSigned = vault.isMac(Buffer.from(mac, 'base64url'), text, context)
  if (isSigned && Number(expires) * 1000 > now.getTime()) return true
  throw new Problem(
    401,
    'The signature of this address is wrong or has expired: read the payment again',
  )
}

/** Returns the revision that a signature is for: it opens no ticket that was transferred since. */
export function revisionIn(query: unknown): number {
  const [until = ''] = `${Object(query).signature}`.split('.')
  return Number(until.split('-')[1] ?? 0)
}

const context = 'ticket address'

/** Returns the text to sign. The picture of a code has one signature in all its formats. */
function signed(paymentId: string, file: string, until: string): string {
  return `${paymentId} ${file === 'ticket.pdf' ? 'pdf' : 'code'} ${until}`
}
