import type { ScanResult } from '../../client/src/types.ts'
import { now } from './clock.ts'
import {
  claimOf,
  fromService,
  importKeys,
  isGenuine,
  judge,
  type Keys,
  type Offer,
  refusal,
  type Verdict,
} from './judge.ts'
import type { Log } from './log.ts'
import { patience, type Service, Unanswered } from './service.ts'
import type { Device, Festival, Scan, Store } from './store.ts'

export type Gate = {
  store: Store
  service: Service
  log: Log
  device: Device
  /** as last read */
  festival: Festival | undefined
}

/** As much as the service takes, in characters; no QR code has more. */
const longest = 8_000

type Asked = { code: string; nonce: string; at: Date }

/**
 * Nonces of scans without an answer that did not admit here either. The service may have received them, so
 * the same ticket is sent again with the same nonce: its owner is not refused because an answer was lost.
 */
const unanswered = new Map<string, string>()

/**
 * Decides a scanned text. The service decides when it answers in time, since only it knows all gates;
 * otherwise this device does, and stores its admissions until they can be sent.
 * @throws Ended
 */
export async function decide(gate: Gate, text: string): Promise<Scan> {
  const { code, claim } = claimOf(text)
  const asked = { code, nonce: unanswered.get(code) ?? newNonce(), at: now() }
  // What this page cannot read, such as a short code or one of a later form, the service alone can decide.
  if ((gate.service.isOnline || !claim) && code.length <= longest) {
    const answer = await ask(gate, asked)
    if (answer) return answer
  }
  if (!claim) {
    unanswered.delete(code)
    return keep(gate, asked, refusal('unread'))
  }
  const verdict = await unreadable(gate, claim)
  return verdict ? keep(gate, asked, verdict) : decideHere(gate, asked, claim.ticket)
}

/** Asks the service; returns undefined when it does not answer in time. */
async function ask(gate: Gate, asked: Asked): Promise<Scan | undefined> {
  const { code, nonce, at } = asked
  try {
    const result = await askService(gate, asked)
    if (!result) return undefined
    const isAgain = unanswered.delete(code)
    // A ticket that was refused earlier may admit by now.
    if (isAgain && result.result !== 'admitted')
      return await ask(gate, { ...asked, nonce: newNonce() })
    return await keepResult(gate, { nonce, at, code }, result)
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error
    unanswered.set(code, nonce)
    return undefined
  }
}

/** Stores what the service answered to a scan; `code` is absent where none was scanned. */
export async function keepResult(
  gate: Gate,
  { code, ...asked }: Omit<Asked, 'code'> & Partial<Asked>,
  result: ScanResult,
): Promise<Scan> {
  const id = result.payment_id ?? ''
  const own = await gate.store.change((desk) => desk.get('admissions', id)).catch(() => undefined)
  const verdict = fromService(result, offersOf(gate.festival), own?.isHere ?? false)
  return keep(gate, asked, code === undefined ? verdict : named(verdict, code))
}

/** What neither the service nor this page can read is no forged ticket, but none at all. */
function named(verdict: Verdict, code: string): Verdict {
  const isNoCode = verdict.reason === 'invalid_code' && !claimOf(code).claim
  return isNoCode ? { ...verdict, reason: 'not_a_code' } : verdict
}

async function askService({ service, device }: Gate, { code, nonce, at }: Asked) {
  const scans = [{ nonce, code, scanned_at: at.toISOString() }]
  const body = { festival_id: device.festival_id, scans }
  const { results } = await service.call(
    (client, options) => client.gate.scan(body, options),
    patience,
  )
  return results[0]
}

/** Why a code cannot be judged; undefined when it is genuine. */
async function unreadable({ festival }: Gate, claim: Parameters<typeof isGenuine>[0]) {
  if (!festival) return refusal('not_ready')
  let keys: Keys
  try {
    keys = await importKeys(festival.keys)
  } catch {
    return refusal('cannot_check')
  }
  return (await isGenuine(claim, keys)) ? undefined : refusal('invalid_code')
}

/** Looks the ticket up and uses it in one step, so that two windows of one device do not both admit it. */
async function decideHere(
  gate: Gate,
  { code, nonce, at }: Asked,
  ticket: Parameters<typeof judge>[0],
) {
  const { store, log, device, festival } = gate
  const scan = await store.change(async (desk) => {
    const id = ticket.payment_id
    const [used, admission] = [await desk.get('tickets', id), await desk.get('admissions', id)]
    const verdict = judge(ticket, { offers: offersOf(festival), used, admission }, at)
    const isAdmitted = verdict.result === 'admitted'
    const scan: Scan = { ...scanOf(gate, { nonce, at }, verdict), ...(isAdmitted && { code }) }
    if (isAdmitted) {
      desk.put('admissions', {
        payment_id: id,
        at: at.toISOString(),
        gate: device.name,
        isHere: true,
      })
    }
    // Refusals are not sent: the service would admit the ticket now, when its holder has left.
    desk.put('scans', scan)
    return scan
  })
  // It is sent with this nonce: sending it again would admit a copy of the ticket.
  if (scan.result === 'admitted') unanswered.delete(code)
  log.note(scan)
  return scan
}

/**
 * Stores a scan, and when and where its ticket was used. The decision stands even when the device has no
 * space to store it.
 */
async function keep(gate: Gate, asked: Omit<Asked, 'code'>, verdict: Verdict): Promise<Scan> {
  const scan = scanOf(gate, asked, verdict)
  const { payment_id, result, first } = verdict
  const here = { at: asked.at.toISOString(), gate: gate.device.name, isHere: true }
  const use = result === 'admitted' ? here : first
  const kept = gate.store.change((desk) => {
    desk.put('scans', scan)
    if (payment_id !== null && use) desk.put('admissions', { payment_id, ...use })
  })
  await kept.catch(() => undefined)
  gate.log.note(scan)
  return scan
}

function scanOf({ device }: Gate, { nonce, at }: Omit<Asked, 'code'>, verdict: Verdict): Scan {
  return { ...verdict, nonce, festival_id: device.festival_id, at: at.getTime() }
}

/** The tiers and accommodations of a festival. */
export function offersOf(festival: Festival | undefined): Offer[] {
  return [...(festival?.tiers ?? []), ...(festival?.accommodations ?? [])]
}

/** `randomUUID` needs a page served over HTTPS. */
export function newNonce(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
