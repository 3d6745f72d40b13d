import type { FastifyRequest } from 'fastify'
import type { Vault } from '#platform/secrets/vault'
import { Problem } from '#platform/values/errors'

/**
 * The files of a ticket open without headers at a signed address, so that an `<img>` can show them: each
 * signature is for one payment and one kind of file, until the unix time that it begins with (docs/contract.md, section 7.7).
 */

/** Returns the address of a file of a payment's ticket. */
export type TicketAddresses = (paymentId: string, file: 'qr.svg' | 'ticket.pdf') => string

const life = 3600
/** Addresses change this often, so that a page that reads a payment again does not load its picture again. */
const step = 900

/** Returns addresses that open without headers for at least an hour, and for a quarter of an hour more at most. */
export function signedAddresses(origin: string, vault: Vault, now: Date): TicketAddresses {
  const expires = `${(Math.floor(now.getTime() / 1000 / step) + 1) * step + life}`
  return (paymentId, file) => {
    const mac = vault.mac(signed(paymentId, file, expires), context).toString('base64url')
    return `${origin}/payments/${paymentId}/${file}?signature=${expires}.${mac}`
  }
}

type Signed = Pick<FastifyRequest, 'headers' | 'params' | 'query' | 'routeOptions'>

/**
 * Whether the address of a request lets it in. A caller who sends tokens is let in by them, whatever else
 * the address says. A signature that is wrong or has expired is 401, for every payment alike.
 */
export function isLetInByAddress(request: Signed, vault: Vault, now: Date): boolean {
  const { headers, params, query, routeOptions } = request
  const { signature } = Object(query)
  const hasTokens = ['x-f-authorization', 'x-festival-session'].some((name) => headers[name])
  if (hasTokens || signature === undefined) return false
  const [file = ''] = (routeOptions.url ?? '').split('/').slice(-1)
  const [expires = '', mac = ''] = `${signature}`.split('.')
  const text = signed(`${Object(params).id}`.toLowerCase(), file, expires)
  const isSigned = vault.isMac(Buffer.from(mac, 'base64url'), text, context)
  if (isSigned && Number(expires) * 1000 > now.getTime()) return true
  throw new Problem(
    401,
    'The signature of this address is wrong or has expired: read the payment again',
  )
}

const context = 'ticket address'

/** The picture of a code has one signature in all its forms. */
function signed(paymentId: string, file: string, expires: string): string {
  return `${paymentId} ${file === 'ticket.pdf' ? 'pdf' : 'code'} ${expires}`
}
