/** Gates of a drill: with a network they ask the service, without one they decide by themselves. */

import type { Direction } from '#common/gate/admission'
import { newId } from '#platform/values/ids'
import type { Manifest } from '../../../entrance/gate/manifest-schemas.ts'
import { OfflineJudge } from '../offline-judge.ts'
import type { Stage } from '../stage.ts'

/** The kind of code shown at a gate; the nonce of its scan begins with it, so that the scan can be found. */
export type Kind = 'ticket' | 'copy' | 'forged' | 'handed_on' | 'given_back' | 'stolen'
export type ShownCode = { code: string; kind: Kind; direction: Direction }

type Scan = { nonce: string; code: string; direction: Direction; scanned_at: Date }
type Device = { id: string; token: string }

/** Maximum number of scans that the service accepts in one request. */
const together = 500

export class Gate {
  readonly id: string
  readonly #stage: Stage
  readonly #token: string
  /** only for a gate without a network */
  readonly #judge: OfflineJudge | undefined
  readonly #unsent: Scan[] = []

  private constructor(stage: Stage, { id, token }: Device, judge?: OfflineJudge) {
    this.#stage = stage
    this.id = id
    this.#token = token
    this.#judge = judge
  }

  /** Sets up a device; one that will have no network reads the manifest. */
  static async setUp(stage: Stage, name: string, isOffline: boolean): Promise<Gate> {
    const { client, people, festival } = stage
    const path = `/festivals/${festival.id}/gate-devices`
    const device: Device = await client.get('POST', path, { as: people.manager, body: { name } })
    return new Gate(stage, device, isOffline ? await judgeOf(stage, device) : undefined)
  }

  /** Returns true if it admits someone; undefined if the service refuses the device. */
  async scan({ code, kind, direction }: ShownCode): Promise<boolean | undefined> {
    const scanned_at = this.#stage.services.now()
    const scan = { nonce: `${kind}:${newId()}`, code, direction, scanned_at }
    if (!this.#judge) {
      const { status, body } = await this.#send([scan])
      return status === 200 ? body.results[0].result === 'admitted' : undefined
    }
    const isThrough = this.#judge.admits(scan)
    if (isThrough) this.#unsent.push(scan)
    return isThrough
  }

  /** Reports the scans admitted without the service, and returns their number. */
  async tell(): Promise<number> {
    const all = this.#unsent.length
    while (this.#unsent.length > 0) {
      const scans = this.#unsent.splice(0, together)
      await this.#send(scans.map((scan) => ({ ...scan, admitted_offline: true })))
    }
    return all
  }

  #send(scans: object[]) {
    const body = { festival_id: this.#stage.festival.id, scans }
    return this.#stage.client.ask('POST', '/gate/scans', { as: this.#token, body })
  }
}

async function judgeOf({ client, festival }: Stage, { token: as }: Device): Promise<OfflineJudge> {
  const judge = new OfflineJudge()
  for (let since = '0', more = true; more; ) {
    const path = `/gate/${festival.id}/manifest?limit=5000&since=${since}`
    const part: Manifest = await client.get('GET', path, { as })
    judge.read(part)
    since = part.cursor
    more = part.has_more
  }
  return judge
}
