/** Decisions of a gate without a network, from data read from the service before and from its own scans. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { readCode, type Ticket } from '#common/codes/read-code'
import { asPrinted } from '#common/codes/scanned-text'
import {
  type Direction,
  type KnownTicket,
  mainZone,
  outcomeOf,
  type Passage,
} from '#common/gate/admission'
import type { Manifest } from '../../entrance/gate/manifest-schemas.ts'

type Scan = { code: string; direction: Direction; scanned_at: Date }

export class OfflineJudge {
  #timeZone = 'UTC'
  readonly #tiers = new Map<string, Manifest['tiers'][number]>()
  readonly #keys = new Map<number, KeyObject>()
  readonly #changed = new Map<string, Manifest['tickets'][number]>()
  readonly #passed = new Map<string, Passage[]>()

  /** Reads a part of the manifest. */
  read(part: Manifest): void {
    this.#timeZone = part.festival.time_zone
    for (const tier of part.tiers) this.#tiers.set(tier.id, tier)
    for (const ticket of part.tickets) this.#changed.set(ticket.payment_id, ticket)
    for (const { id, public_key: x } of part.keys) {
      this.#keys.set(id, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }))
    }
  }

  /** Returns true if a scan admits someone, and remembers the passage. */
  admits({ code, direction, scanned_at: at }: Scan): boolean {
    const claim = readCode(asPrinted(code))
    const key = claim && this.#keys.get(claim.key_id)
    if (!claim || !key || !verify(null, claim.said, key, claim.signature)) return false
    const { payment_id } = claim.ticket
    const passages = this.#passed.get(payment_id) ?? []
    const ticket = { ...this.#knownOf(claim.ticket), passages }
    if (outcomeOf(ticket, at, direction) !== 'admitted') return false
    this.#passed.set(payment_id, [...passages, { direction, at }])
    return true
  }

  #knownOf({ payment_id, entity_id, revision }: Ticket): Omit<KnownTicket, 'passages'> {
    const tier = this.#tiers.get(entity_id)
    const changed = this.#changed.get(payment_id)
    return {
      ...open,
      ...(tier ? { admission: tier.admission, zones: tier.zones } : {}),
      isOfFestival: tier !== undefined,
      revoked: changed?.revoked === true,
      transferred: revision < (changed?.revision ?? 0),
      time_zone: this.#timeZone,
    }
  }
}

/** A code is signed only for a paid ticket; the tickets of a drill are valid on all of its days. */
const open = {
  payment_type: 'ticket',
  status: 'succeeded',
  admission: 'once' as const,
  zones: [],
  valid_since: null,
  valid_until: null,
  validated_at: null,
  start_time: null,
  end_time: null,
  zone: mainZone,
  is_full: false,
  ask_first: false,
}
