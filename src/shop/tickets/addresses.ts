import type { FastifyRequest } from 'fastify'
import type { Vault } from '#platform/secrets/vault'
import { Problem } from '#platform/values/errors'

/**
 * The files of a ticket open without headers at a signed address, so that an `<img>` can show them: each
 * signature is for one payment, one revision of its ticket and one kind of file, until the unix time that it begins with
 * (docs/contract.md, section 7.7).
 */

type Which = { id: string; revision: number }

/** Returns the address of a file of a payment's ticket, for the holder of this revision. */
export type TicketAddresses = (ticket: Which, file: 'qr.svg' | 'ticket.pdf') => string

const life = 3600
/** Addresses change this often, so that a page that reads a payment again does not load its picture again. */
const step = 900

/** Returns addresses that open without headers for at least an hour, and for a quarter of an hour more at most. */
export function signedAddresses(origin: string, vault: Vault, now: Date): TicketAddresses {
  const expires = `${(Math.floor(now.getTime() / 1000 / step) + 1) * step + life}`
  return ({ id, revision }, file) => {
    // Of a ticket that was never handed on, the signature is the same as in earlier versions.
    const until = revision === 0 ? expires : `${expires}-${revision}`
    const mac = vault.mac(signed(id, file, until), context).toString('base64url')
    return `${origin}/payments/${id}/${file}?signature=${until}.${mac}`
  }
}

type Signed = Pick<FastifyRequest, 'headers' | 'params' | 'query' | 'routeOptions'>

/**
 * Whether the address of a request lets it in. A caller who sends tokens is let in by them, whatever else
 * the address says. A signature that is wrong or has expired is 401, for every payment alike. For which revision it is
 * good, `revisionIn` says.
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

/** Returns the revision that a signature is for: it opens no ticket that was handed on since. */
export function revisionIn(query: unknown): number {
  const [until = ''] = `${Object(query).signature}`.split('.')
  return Number(until.split('-')[1] ?? 0)
}

const context = 'ticket address'

/** The picture of a code has one signature in all its forms. */
function signed(paymentId: string, file: string, until: string): string {
  return `${paymentId} ${file === 'ticket.pdf' ? 'pdf' : 'code'} ${until}`
}
