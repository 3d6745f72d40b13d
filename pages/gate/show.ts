/** Shows the answer, the connection, the counts and the lists. */

import { mainZone } from '#common/gate/admission'
import type { Zone } from '../../client/src/types.ts'
import { clockError, now, setServerZone } from '../shared/clock.ts'
import { box, element, notice, part, say, show, sign } from '../shared/page.ts'
import { answerTo, at, clashOf } from './answer.ts'
import type { Gate } from './decide.ts'
import type { Log } from './log.ts'
import type { Scan } from './store.ts'

const listed = 30
const minute = 60_000

/** The scan with the displayed answer. */
let answered: Scan | null = null

/** Shows the answer to a scan; null when there is none or it was cleared. */
export function showAnswer(scan: Scan | null): void {
  answered = scan
  const { title, what, why } = scan
    ? answerTo(scan, now())
    : { title: 'Ready', what: '', why: "Hold a ticket's code in front of the camera." }
  const desk = box('desk')
  const result = scan?.result ?? 'ready'
  desk.dataset['result'] = result
  desk.dataset['mode'] = scan?.result === 'admitted' && scan.isOffline ? 'offline' : ''
  part('answer-icon', SVGUseElement).setAttribute('href', `#icon-${result}`)
  // The same words are a new answer: a live region announces only changes.
  for (const id of ['answer-title', 'answer-what', 'answer-why']) say(id, '')
  say('answer-title', title)
  say('answer-what', what)
  say('answer-why', why)
  show('clear', scan !== null)
  show('anyway', scan?.result === 'ask')
  show('undo', scan !== null && canUndo(scan))
}

/** The time within which a scan can be undone, as at the service. */
const undoable = 2 * minute

/** Returns the scan with the displayed answer, if it can be undone. */
export function undoableScan(): Scan | undefined {
  return answered && canUndo(answered) ? answered : undefined
}

function canUndo({ result, undone, isPractice, at }: Scan): boolean {
  const isDone = result === 'admitted' && undone === undefined && !isPractice
  return isDone && now().getTime() - at < undoable
}

export function showChecking(): void {
  answered = null
  const desk = box('desk')
  desk.dataset['result'] = 'checking'
  desk.dataset['mode'] = ''
  part('answer-icon', SVGUseElement).setAttribute('href', '#icon-ready')
  say('answer-title', 'Checking')
  say('answer-what', '')
  say('answer-why', '')
}

/** Shows the device, its festival, and whether the service is reachable. */
export function showStatus(gate: Gate | undefined): void {
  show('status', gate !== undefined)
  show('line', gate !== undefined)
  const { name, time_zone } = gate?.festival?.festival ?? {}
  // A festival stored by an earlier version and not read since has no time zone.
  if (time_zone) setServerZone(time_zone)
  say('festival', name ?? 'Gate')
  say('device', gate?.device.name ?? '')
  document.title = name === undefined ? 'Gate' : `Gate · ${name}`
  if (!gate) return
  showLine(gate)
  showInside(gate)
}

function showLine({ service, festival }: Gate): void {
  const { isOnline, complaint } = service
  say('line', isOnline ? 'Online' : 'Offline')
  box('line').dataset['line'] = isOnline ? 'online' : 'offline'
  const asOf = festival?.as_of ?? null
  say('as-of', asOf === null ? 'never' : at(new Date(asOf), now()))
  notice('complaint', complaint && `The service has a problem: ${complaint}`)
  const minutes = Math.round(clockError() / minute)
  const clock = `The clock of this device is ${Math.abs(minutes)} min ${minutes > 0 ? 'ahead' : 'behind'}. The service uses its own time; set the clock before you work offline.`
  notice('clock', minutes === 0 ? null : clock)
}

/** Updates the displayed answer after its scan was sent: it no longer says that the scan waits. */
function showSent(log: Log): void {
  const sent = answered && log.find(answered.nonce)
  if (!sent || answered?.code === undefined || sent.code !== undefined) return
  answered = sent
  say('answer-why', sent.clash ? 'This ticket should not have been admitted' : '')
}

/** Shows the counts, the last scans, and wrong offline admissions. */
export function showLog(log: Log, festivalId: string | undefined): void {
  showSent(log)
  const { scans, admitted } = log.counts(new Date(now()).setHours(0, 0, 0, 0))
  say('today', `${scans}`)
  const unsent = log.unsent()
  say('unsent', `${unsent.length}`)
  const elsewhere = unsent.filter(({ festival_id }) => festival_id !== festivalId).length
  const are = elsewhere === 1 ? 'scan is' : 'scans are'
  notice(
    'elsewhere',
    elsewhere === 0
      ? null
      : `${elsewhere} ${are} not sent yet. Set this device up again for the same festival to send them.`,
  )
  show('counts-none', admitted.size === 0)
  show('counts', admitted.size > 0)
  box('count-rows').replaceChildren(
    ...[...admitted].map(([name, count]) => {
      const head = element('th', '', name)
      head.scope = 'row'
      return element('tr', '', head, element('td', '', `${count}`))
    }),
  )
  const last = log.last(listed)
  show('last-none', last.length === 0)
  box('last').replaceChildren(...last.map(lineOf))
  showClashes(log.clashes())
}

function lineOf(scan: Scan): HTMLElement {
  const { title, what, why } = answerTo(scan, now())
  const told = element('div', 'told', element('p', '', [title, what].filter(Boolean).join(' · ')))
  const more = becameOf(scan) ?? (scan.result === 'admitted' ? '' : why)
  if (more !== '') told.append(element('p', 'quiet', more))
  const time = element('time', '', at(new Date(scan.at), now()))
  const result = scan.clash ? 'already_validated' : scan.result
  const line = element('li', '', sign(result), told, time)
  line.dataset['result'] = result
  return line
}

/** Describes the result of a scan that was decided offline. */
function becameOf({ code, clash, at }: Scan): string | undefined {
  if (code !== undefined) return 'Not sent yet'
  return clash && clashOf(clash, at, now())
}

function showClashes(scans: Scan[]): void {
  show('clashes', scans.length > 0)
  const words = scans.map((scan) => scan.clash && clashOf(scan.clash, scan.at, now()))
  box('clash-list').replaceChildren(
    ...words.flatMap((told) => (told ? [element('li', '', told)] : [])),
  )
  const count = scans.length === 1 ? 'One admission' : `${scans.length} admissions`
  notice(
    'clash',
    scans.length === 0 ? null : `${count} without a network should have been refused: see below.`,
  )
}

const states: Record<Zone['state'], string> = {
  open: '',
  nearly_full: ' · nearly full',
  full: ' · full',
}

/** Shows the number of people inside at the last read; without a network, with the time of that read. */
function showInside({ inside, service }: Pick<Gate, 'inside' | 'service'>): void {
  show('inside', inside !== undefined)
  if (!inside) return
  const { name, capacity, state, as_of } = inside
  const where = name === mainZone ? 'Inside' : `Inside ${name}`
  const of = capacity === null ? '' : ` of ${inDigits(capacity)}`
  const when = service.isOnline ? '' : `, as of ${at(new Date(as_of), now())}`
  say('inside', `${where}: ${inDigits(inside.inside)}${of}${states[state]}${when}`)
}

const inDigits = (count: number) => count.toLocaleString('en')
