/** Gates of a drill: with a network they ask the service, without one they judge by what they have read. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { newId } from '#platform/values/ids'
import { asPrinted, mainZone, outcomeOf, type Direction, type Passage } from '../../gate/admission.ts'
import type { Manifest } from '../../gate/manifest-schemas.ts'
import { readCode } from '../../tickets/read-code.ts'
import type { Stage } from './stage.ts'

/** What is shown at a gate; its kind begins the name of the scan, by which it is found again. */
export type Kind = 'ticket' | 'copy' | 'forged' | 'handed_on' | 'given_back' | 'stolen'
export type Shown = { code: string; kind: Kind; direction: Direction }

type Scan = { nonce: string; code: string; direction: Direction; scanned_at: Date }

/** A device at a gate. Gives for each scan whether it let someone through, undefined where the service refused the device. */
export class Gate {
  readonly id: string
  readonly #stage: Stage
  readonly #token: string
  readonly #isOffline: boolean
  #manifest: Manifest | undefined
  #keys = new Map<number, KeyObject>()
  #known = new Map<string, Manifest['tickets'][number]>()
  readonly #passed = new Map<string, Passage[]>()
  readonly #unsent: Scan[] = []

  private constructor(stage: Stage, { id, token }: { id: string; token: string }, isOffline: boolean) {
    this.#stage = stage
    this.id = id
    this.#token = token
    this.#isOffline = isOffline
  }

  static async setUp(stage: Stage, name: string, isOffline: boolean): Promise<Gate> {
    const { client, people, festival } = stage
    const path = `/festivals/${festival.id}/gate-devices`
    const device = await client.get('POST', path, { as: people.manager, body: { name } })
    const gate = new Gate(stage, device, isOffline)
    if (isOffline) await gate.#read()
    return gate
  }

  async scan({ code, kind, direction }: Shown): Promise<boolean | undefined> {
    const scanned_at = this.#stage.services.now()
    const scan = { nonce: `${kind}:${newId()}`, code, direction, scanned_at }
    if (this.#isOffline) return this.#judge(scan)
    const { status, body } = await this.#send([scan])
    return status === 200 ? body.results[0].result === 'admitted' : undefined
  }

  /** Tells the service whom it has let through without it. */
  async tell(): Promise<number> {
    const told = this.#unsent.length
    while (this.#unsent.length > 0) {
      const scans = this.#unsent.splice(0, 500).map((one) => ({ ...one, admitted_offline: true }))
      await this.#send(scans)
    }
    return told
  }

  #send(scans: object[]) {
    const body = { festival_id: this.#stage.festival.id, scans }
    return this.#stage.client.ask('POST', '/gate/scans', { as: this.#token, body })
  }

  async #read(): Promise<void> {
    for (let since = '0', more = true; more; ) {
      const path = `/gate/${this.#stage.festival.id}/manifest?limit=5000&since=${since}`
      const part: Manifest = await this.#stage.client.get('GET', path, { as: this.#token })
      this.#manifest = part
      for (const ticket of part.tickets) this.#known.set(ticket.payment_id, ticket)
      since = part.cursor
      more = part.has_more
    }
    for (const { id, public_key: x } of this.#manifest?.keys ?? []) {
      const key = { kty: 'OKP', crv: 'Ed25519', x }
      this.#keys.set(id, createPublicKey({ key, format: 'jwk' }))
    }
  }

  #judge(scan: Scan): boolean {
    const claim = readCode(asPrinted(scan.code))
    const key = claim && this.#keys.get(claim.key_id)
    if (!claim || !key || !verify(null, claim.said, key, claim.signature)) return false
    const { payment_id, entity_id, revision } = claim.ticket
    const offer = this.#manifest?.tiers.find(({ id }) => id === entity_id)
    const known = this.#known.get(payment_id)
    const passages = this.#passed.get(payment_id) ?? []
    const outcome = outcomeOf(
      {
        isOfFestival: offer !== undefined,
        payment_type: 'ticket',
        status: 'succeeded',
        revoked: known?.revoked ?? false,
        transferred: revision < (known?.revision ?? 0),
        valid_since: null,
        valid_until: null,
        validated_at: null,
        admission: offer?.admission ?? 'once',
        zones: offer?.zones ?? [],
        zone: mainZone,
        is_full: false,
        time_zone: this.#manifest?.festival.time_zone ?? 'UTC',
        passages,
        start_time: null,
        end_time: null,
        ask_first: false,
      },
      scan.scanned_at,
      scan.direction,
    )
    if (outcome !== 'admitted') return false
    this.#passed.set(payment_id, [...passages, { direction: scan.direction, at: scan.scanned_at }])
    this.#unsent.push(scan)
    return true
  }
}
