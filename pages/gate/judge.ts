/** Whether a ticket admits, as a device decides without the service: the same rules, in the same order. */
import type { Manifest, ScanResult } from '../../client/src/types.ts'
import { asPrinted, outcomeOf, resultOf } from '../../src/gate/admission.ts'
import { type Claim, readCode, type Ticket } from '../../src/tickets/read-code.ts'

/** Beyond the service's reasons: not a ticket, not read without it, no data to judge by, an unsupported browser. */
export type Reason =
  | NonNullable<ScanResult['code']>
  | 'not_a_code'
  | 'unread'
  | 'not_ready'
  | 'cannot_check'

export type Offer = Manifest['tiers'][number]

export type Verdict = {
  result: ScanResult['result']
  reason: Reason | null
  payment_id: string | null
  /** the tier or accommodation, with when it admits */
  offer: Offer | null
  /** when and where it was used; a null gate means that the gate is not known */
  first: { at: string; gate: string | null; isHere: boolean } | null
  /** decided here, without the service */
  isOffline: boolean
}

export type Keys = Map<number, CryptoKey>

/** What a device knows about one ticket. */
export type Known = {
  offers: Offer[]
  used: Manifest['tickets'][number] | undefined
  admission: { at: string; gate: string | null; isHere: boolean } | undefined
}

/** Restores a scanned text as printed: hand scanners add a line break, and some write lower case. */
export function claimOf(text: string): { code: string; claim: Claim | undefined } {
  const code = asPrinted(text)
  return { code, claim: readCode(code) }
}

/** @throws when the browser does not support Ed25519, or the page was not loaded over HTTPS */
export async function importKeys(keys: Manifest['keys']): Promise<Keys> {
  const imported = keys.map(async ({ id, public_key }) => {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: public_key }
    return [id, await crypto.subtle.importKey('jwk', jwk, 'Ed25519', false, ['verify'])] as const
  })
  return new Map(await Promise.all(imported))
}

/** Whether a key of the festival's service signed the code. */
export async function isGenuine({ key_id, said, signature }: Claim, keys: Keys): Promise<boolean> {
  const key = keys.get(key_id)
  return key !== undefined && crypto.subtle.verify('Ed25519', key, signature, said)
}

/** A code is signed for what is paid, and a refund revokes it. */
const paid = { payment_type: 'ticket', status: 'succeeded' }

/** Judges a genuine ticket at a time, by what the device knows. */
export function judge(
  { payment_id, entity_id, revision }: Ticket,
  known: Known,
  at: Date,
): Verdict {
  const offer = known.offers.find(({ id }) => id === entity_id) ?? null
  const first = firstUse(known)
  const ticket = {
    ...paid,
    isOfFestival: offer !== null,
    ...changesOf(known.used, revision),
    valid_since: toTime(offer?.valid_since),
    valid_until: toTime(offer?.valid_until),
    validated_at: toTime(first?.at),
  }
  const outcome = outcomeOf(ticket, at)
  return {
    result: resultOf(outcome),
    reason: outcome === 'admitted' ? null : outcome,
    payment_id,
    offer,
    first: outcome === 'already_validated' ? first : null,
    isOffline: true,
  }
}

/** What the manifest says of a ticket's code. A later one than this device has heard of is a new holder's. */
function changesOf(used: Known['used'], revision: number) {
  return { revoked: used?.revoked ?? false, transferred: revision < (used?.revision ?? 0) }
}

function firstUse({ admission, used }: Known): Verdict['first'] {
  if (admission) return { at: admission.at, gate: admission.gate, isHere: admission.isHere }
  const usedAt = used?.validated_at ?? null
  return usedAt === null ? null : { at: usedAt, gate: null, isHere: false }
}

const toTime = (text: string | null | undefined) => (text ? new Date(text) : null)

/** A refusal without a ticket. */
export function refusal(reason: Reason): Verdict {
  const none = { payment_id: null, offer: null, first: null }
  return { ...none, result: 'refused', reason, isOffline: true }
}

/**
 * The service's verdict on a scan. `offers` hold the admission times; `isHere` says that this device used
 * the ticket.
 */
export function fromService(result: ScanResult, offers: Offer[], isHere: boolean): Verdict {
  const { payment_id, tier, first } = result
  const always = { valid_since: null, valid_until: null }
  return {
    result: result.result,
    reason: result.code,
    payment_id,
    offer: tier && (offers.find(({ id }) => id === tier.id) ?? { ...tier, ...always }),
    first: first && { ...first, isHere },
    isOffline: false,
  }
}
