import type { Claim, Ticket } from '#common/codes/read-code'
import { type Direction, mainZone } from '#common/gate/admission'
import type { ScanResult } from '../../client/src/types.ts'
import type { GateClient } from '../shared/client.ts'
import { now } from '../shared/clock.ts'
import { type Service, Unanswered } from '../shared/service.ts'
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
import { deleteQuestion, newNonce, recall, remember } from './questions.ts'
import {
  type Desk,
  type Device,
  type Festival,
  type Inside,
  recordUse,
  type Scan,
  type Store,
} from './store.ts'

export type Gate = {
  store: Store
  service: Service<GateClient>
  log: Log
  device: Device
  /** the festival, from the last read */
  festival: Festival | undefined
  /** the count of people inside, from the last read */
  inside: Inside | undefined
}

/** The time a scan waits for the service before the device decides, in milliseconds. */
const patience = 2_000
/** The longest code that the service takes, in characters; no QR code has more. */
const longest = 8_000

/** The settings for scanning a code. */
export type Mode = {
  direction: Direction
  /** true to ask before a ticket of another day is used up */
  ask_first: boolean
  /** nothing is used up, and nothing is stored */
  practice: boolean
}

type ScanRequest = Mode & {
  code: string
  nonce: string
  at: Date
  question: string
  /** an earlier question about the same ticket has no answer yet, and its nonce is used again */
  isAgain: boolean
}

/**
 * Decides a scanned text, in a mode. If the service answers in time, it decides, since only it knows all gates;
 * otherwise this device does, and stores its admissions until they can be sent.
 * @throws Ended
 */
export async function decide(gate: Gate, text: string, mode: Mode): Promise<Scan> {
  const { code, claim } = claimOf(text)
  const question = `${mode.direction} ${code}`
  const known = await recall(gate.store, question)
  const isAgain = known !== undefined
  const asked = { ...mode, code, question, nonce: known ?? newNonce(), at: now(), isAgain }
  // A code that this page cannot read, such as a short code or one of a later form, can only be decided by the service.
  const isAsked = (gate.service.isOnline || !claim) && code.length <= longest
  const answer = isAsked ? await requestDecision(gate, asked) : undefined
  return answer ?? decideAlone(gate, { ...asked, isAsked }, claim)
}

/** Decides without an answer of the service. */
async function decideAlone(
  gate: Gate,
  { isAsked, ...asked }: ScanRequest & { isAsked: boolean },
  claim: Claim | undefined,
): Promise<Scan> {
  if (!claim) return storeScan(gate, asked, refusal('unread'))
  const verdict = await unreadable(gate, claim)
  if (verdict) return storeScan(gate, asked, verdict)
  const isLate = isAsked && (await mayBeOwn(gate, asked, claim.ticket))
  const answer = isLate ? await requestDecision(gate, asked) : undefined
  return answer ?? decideHere(gate, asked, claim.ticket)
}

/** The greatest difference allowed between the clock of this page and the service's, in milliseconds. */
const skew = 2_000

/** Returns true if the reported use of the ticket may be this very scan, because its answer is late. */
async function mayBeOwn(gate: Gate, scanned: ScanRequest, ticket: Ticket): Promise<boolean> {
  const { reason, first } = await gate.store.change((desk) =>
    judgeBy(desk, gate, { asked: scanned, ticket }),
  )
  const isSince = Date.parse(first?.at ?? '') >= scanned.at.getTime() - skew
  return reason === 'already_validated' && (scanned.isAgain || isSince)
}

/** Asks the service; returns undefined when it does not answer in time. */
async function requestDecision(gate: Gate, scanned: ScanRequest): Promise<Scan | undefined> {
  if (!scanned.practice) await remember(gate.store, scanned.question, scanned.nonce)
  try {
    const result = await sendScan(gate, scanned)
    if (!result) return undefined
    // A ticket that was refused earlier may admit by now.
    if (scanned.isAgain && result.result !== 'admitted')
      return await requestDecision(gate, { ...scanned, nonce: newNonce(), isAgain: false })
    return await storeResult(gate, scanned, result)
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error
    return undefined
  }
}

/** A scan that is stored with its verdict; `isAnswered`: by the service, so that its question is removed. */
type AnsweredScan = Pick<ScanRequest, 'nonce' | 'at' | 'question'> & {
  practice?: boolean
  isAnswered?: boolean
}

/** Stores the service's answer to a scan; `code` is absent if none was scanned. */
export async function storeResult(
  gate: Gate,
  { code, ...asked }: AnsweredScan & { code?: string },
  result: ScanResult,
): Promise<Scan> {
  const id = result.payment_id ?? ''
  const own = await gate.store.change((desk) => desk.get('admissions', id)).catch(() => undefined)
  const verdict = fromService(result, offersOf(gate.festival), own?.isHere ?? false)
  const told = code === undefined ? verdict : named(verdict, code)
  return storeScan(gate, { ...asked, isAnswered: true }, told)
}

/** A code that neither the service nor this page can read is not a forged ticket, but no ticket at all. */
function named(verdict: Verdict, code: string): Verdict {
  const isNoCode = verdict.reason === 'invalid_code' && !claimOf(code).claim
  return isNoCode ? { ...verdict, reason: 'not_a_code' } : verdict
}

async function sendScan({ service, device }: Gate, given: ScanRequest) {
  const { at, practice, question, isAgain, ...asked } = given
  const scans = [{ ...asked, scanned_at: at.toISOString() }]
  const body = { festival_id: device.festival_id, scans, practice }
  const { results } = await service.call(
    (client, options) => client.gate.scan(body, options),
    patience,
  )
  return results[0]
}

/** Returns why a code cannot be judged; undefined if it is genuine. */
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
async function decideHere(gate: Gate, scanned: ScanRequest, ticket: Ticket) {
  const { store, log, device } = gate
  const { code, at, direction } = scanned
  const scan = await store.change(async (desk) => {
    const id = ticket.payment_id
    const verdict = await judgeBy(desk, gate, { asked: scanned, ticket })
    if (scanned.practice) return { ...scanOf(gate, scanned, verdict), isPractice: true as const }
    const isAdmitted = verdict.result === 'admitted'
    const scan: Scan = { ...scanOf(gate, scanned, verdict), ...(isAdmitted && { code }) }
    if (isAdmitted) {
      const here = { at: at.toISOString(), gate: device.name, isHere: true }
      await recordUse(desk, id, { ...here, leaves: direction === 'out' })
      // It is sent with this nonce: asking with it again would admit a copy of the ticket.
      deleteQuestion(desk, scanned.question)
    }
    // Refusals are not sent: the service would admit the ticket now, when its holder has left.
    desk.put('scans', scan)
    return scan
  })
  if (scan.isPractice) return scan
  log.note(scan)
  return scan
}

/** Judges a ticket by the device's stored data. */
async function judgeBy(
  desk: Desk,
  { festival }: Gate,
  { asked, ticket }: { asked: ScanRequest; ticket: Ticket },
): Promise<Verdict> {
  const id = ticket.payment_id
  const [used, admission] = [await desk.get('tickets', id), await desk.get('admissions', id)]
  const known = {
    offers: offersOf(festival),
    used,
    admission,
    festival: festival?.festival ?? null,
    zone: festival?.zone ?? mainZone,
  }
  return judge(ticket, known, asked)
}

/**
 * Stores a scan, and when and where its ticket was used. The decision stands even if the device has no space to store
 * it.
 */
async function storeScan(gate: Gate, asked: AnsweredScan, verdict: Verdict): Promise<Scan> {
  const scan = scanOf(gate, asked, verdict)
  if (asked.practice) return { ...scan, isPractice: true }
  const { payment_id, result, first } = verdict
  const here = { at: asked.at.toISOString(), gate: gate.device.name, isHere: true }
  const use = result === 'admitted' ? here : first
  const leaves = result === 'admitted' && verdict.direction === 'out'
  const kept = gate.store.change(async (desk) => {
    desk.put('scans', scan)
    if (asked.isAnswered) deleteQuestion(desk, asked.question)
    if (payment_id !== null && use) await recordUse(desk, payment_id, { ...use, leaves })
  })
  await kept.catch(() => undefined)
  gate.log.note(scan)
  return scan
}

function scanOf(
  { device }: Gate,
  { nonce, at }: Pick<ScanRequest, 'nonce' | 'at'>,
  verdict: Verdict,
): Scan {
  return { ...verdict, nonce, festival_id: device.festival_id, at: at.getTime() }
}

/** The tiers and accommodations of a festival. */
export function offersOf(festival: Festival | undefined): Offer[] {
  return [...(festival?.tiers ?? []), ...(festival?.accommodations ?? [])]
}
