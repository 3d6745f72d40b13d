/** Decides whether a ticket admits, on the device without the service: the same rules, in the same order. */

import { type Claim, readCode, type Ticket } from '#common/codes/read-code'
import { asPrinted } from '#common/codes/scanned-text'
import { type Direction, mainZone, outcomeOf, type Passage, resultOf } from '#common/gate/admission'
import { utc } from '#platform/zones/local-time'
import type { Manifest, ScanResult } from '../../client/src/types.ts'

/** Reasons beyond the service's: not a ticket, not read without it, no data to judge by, an unsupported browser. */
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
  /** the tier or accommodation, with its admission times */
  offer: Offer | null
  /** the time and place of its use; a null gate is unknown */
  first: { at: string; gate: string | null; isHere: boolean } | null
  /** decided here, without the service */
  isOffline: boolean
  /** absent in scans of an earlier version of this page, which means in */
  direction?: Direction
}

export type Keys = Map<number, CryptoKey>

/** The device's data about one ticket. */
export type TicketData = {
  offers: Offer[]
  used: Manifest['tickets'][number] | undefined
  admission: Use | undefined
  /** the time zone and times of the festival; null in the data of an earlier version of this page */
  festival: Pick<Manifest['festival'], 'time_zone' | 'start_time' | 'end_time'> | null
  /** the zone that its gate leads into; absent in the data of an earlier service */
  zone?: string
}

export type PassageText = { direction: Direction; at: string }

/**
 * Data about a ticket beyond the manifest: the time and gate of its last way in, null if there was none; and its
 * passages, absent if stored by an earlier version of this page.
 */
export type Use = {
  at: string | null
  gate: string | null
  isHere: boolean
  passages?: PassageText[]
}

/** Reads a scanned text as its code was printed; the signature is still to be checked. */
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

/** Returns true if a key of the festival's service signed the code. */
export async function isGenuine({ key_id, said, signature }: Claim, keys: Keys): Promise<boolean> {
  const key = keys.get(key_id)
  return key !== undefined && crypto.subtle.verify('Ed25519', key, signature, said)
}

/** Returns the reading of a code that the festival's service signed; the first one if none is, or no key is known. */
export async function genuineOf(
  [first = '', ...others]: string[],
  festival: { keys: Manifest['keys'] } | undefined,
): Promise<string> {
  if (others.length === 0) return first
  const keys = await importKeys(festival?.keys ?? []).catch((): Keys => new Map())
  for (const text of [first, ...others]) {
    const { claim } = claimOf(text)
    if (claim && (await isGenuine(claim, keys))) return text
  }
  return first
}

/** A code is signed for a paid payment, and a refund revokes it. */
const paid = { payment_type: 'ticket', status: 'succeeded' }

/** A scan to be judged. */
type ScanToJudge = { at: Date; direction: Direction; ask_first?: boolean }

/** Judges a genuine ticket at a time, on the way in or out, by the device's data. */
export function judge(
  { payment_id, entity_id, revision }: Ticket,
  ticketData: TicketData,
  { at, direction, ask_first = false }: ScanToJudge,
): Verdict {
  const offer = ticketData.offers.find(({ id }) => id === entity_id) ?? null
  const ticket = {
    ...paid,
    isOfFestival: offer !== null,
    ...changesOf(ticketData.used, revision),
    ...daysOf(ticketData.festival),
    ...termsOf(offer),
    validated_at: toTime(ticketData.used?.validated_at),
    ask_first,
    zone: ticketData.zone ?? mainZone,
    // Only the service counts all gates.
    is_full: false,
    passages: [...passagesOf(ticketData.used), ...passagesOf(ticketData.admission)],
  }
  const outcome = outcomeOf(ticket, at, direction)
  return {
    result: resultOf(outcome),
    reason: outcome === 'admitted' ? null : outcome,
    payment_id,
    offer,
    first: outcome === 'already_validated' ? firstUse(ticketData) : null,
    isOffline: true,
    direction,
  }
}

/** Returns when, how often and where a ticket of an offer admits. Absent fields were read from an earlier service, or by an earlier page. */
function termsOf(offer: Offer | null) {
  return {
    valid_since: toTime(offer?.valid_since),
    valid_until: toTime(offer?.valid_until),
    admission: offer?.admission ?? ('once' as const),
    zones: offer?.zones ?? [mainZone],
  }
}

/** Returns the days of a festival, as far as the device knows them. */
function daysOf(festival: TicketData['festival']) {
  return {
    time_zone: festival?.time_zone ?? utc,
    start_time: toTime(festival?.start_time),
    end_time: toTime(festival?.end_time),
  }
}

function passagesOf(known: Partial<Use> | undefined): Passage[] {
  return textsOf(known).map(({ direction, at }) => ({ direction, at: new Date(at) }))
}

/** A ticket's passage at a time and a gate: in, or out if it `leaves`. */
export type Passed = { at: string; gate: string | null; isHere: boolean; leaves: boolean }

/** The manifest's limit of passages in each direction. */
const mostPassages = 10

/** Returns the stored use of a ticket after it has passed. A refusal repeats a way in that may be known already. */
export function used(before: Use | undefined, { leaves, ...here }: Passed): Use {
  const direction = leaves ? ('out' as const) : ('in' as const)
  const known = textsOf(before)
  const isKnown = known.some((one) => one.direction === direction && one.at === here.at)
  const passages = latest(isKnown ? known : [...known, { direction, at: here.at }])
  const shown = leaves ? { ...here, at: null, ...before } : here
  return { ...shown, passages }
}

/** Returns the stored use of a ticket after a passage was undone. */
export function unused(before: Use, { direction, at }: PassageText): Use {
  const passages = textsOf(before).filter((one) => one.direction !== direction || one.at !== at)
  const isShown = direction === 'in' && before.at === at
  return { ...before, passages, ...(isShown && { at: null, gate: null, isHere: false }) }
}

function latest(passages: PassageText[]): PassageText[] {
  const ordered = passages.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  return (['in', 'out'] as const).flatMap((way) =>
    ordered.filter(({ direction }) => direction === way).slice(-mostPassages),
  )
}

/** The passages of a use. */
function textsOf({ passages, at }: Partial<Use> = {}): PassageText[] {
  return passages ?? (at ? [{ direction: 'in', at }] : [])
}

/** Returns the manifest's changes to a ticket's code. A revision later than the code's belongs to a new holder. */
function changesOf(used: TicketData['used'], revision: number) {
  return { revoked: used?.revoked ?? false, transferred: revision < (used?.revision ?? 0) }
}

function firstUse({ admission, used }: TicketData): Verdict['first'] {
  if (admission?.at) return { at: admission.at, gate: admission.gate, isHere: admission.isHere }
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
 * Returns the service's verdict on a scan. `offers` hold the admission times; `isHere` is true if this device used the
 * ticket.
 */
export function fromService(result: ScanResult, offers: Offer[], isHere: boolean): Verdict {
  const { payment_id, tier, first } = result
  const always = {
    valid_since: null,
    valid_until: null,
    admission: 'once' as const,
    zones: [mainZone],
  }
  return {
    result: result.result,
    reason: result.code,
    payment_id,
    offer: tier && (offers.find(({ id }) => id === tier.id) ?? { ...tier, ...always }),
    first: first && { ...first, isHere },
    isOffline: false,
    direction: result.direction ?? 'in',
  }
}
