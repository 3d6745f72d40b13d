import type { Manifest } from '../../client/src/types.ts'
import { now } from '../shared/clock.ts'
import { notice } from '../shared/page.ts'
import { type Gate, offersOf } from './decide.ts'
import { readInside } from './inside.ts'
import { fromService } from './judge.ts'
import { type Desk, recordUse, type Scan } from './store.ts'
import { sendUndone } from './undo.ts'

const batch = 200
const [seldom, soonest] = [30_000, 2_000]
/** The delay after a scan before the number of people inside is read again, once for all scans meanwhile. */
const pause = 1_000
/** The number of tickets that a slow phone can write without a noticeable delay. */
const handful = 100

/**
 * Synchronises a device with the service until `stop`: sends offline admissions, then reads the manifest from its
 * cursor, and the number of people inside; every 30 s, and after failures after 2 s, 4 s … 30 s. `now` does so at once,
 * `soon` within 2 s. `count` reads only the number of people inside.
 */
export function startSync(gate: Gate, onFestival: () => void) {
  let [timer, counting, due, failures, isRunning, isStopped] = [0, 0, 0, 0, false, false]

  const meetIn = (wait: number) => {
    clearTimeout(timer)
    due = Date.now() + wait
    if (!isStopped) timer = window.setTimeout(meet, wait)
  }
  const meet = async () => {
    if (isRunning || isStopped) return
    isRunning = true
    clearTimeout(timer)
    try {
      await sendScans(gate)
      await readManifest(gate)
      await readInside(gate)
      failures = 0
      onFestival()
    } catch {
      // `Service` itself reports whether the service answers, or whether this device has ended.
      failures++
    }
    isRunning = false
    const wait = failures === 0 ? seldom : Math.min(seldom, soonest * 2 ** (failures - 1))
    // Random, so that gates that lost the service together do not return together.
    meetIn(wait * (0.75 + Math.random() / 4))
  }
  const soon = () => {
    if (!isRunning && due > Date.now() + soonest) meetIn(soonest)
  }

  const count = () => {
    if (counting === 0 && !isStopped) counting = window.setTimeout(recount, pause)
  }
  const recount = async () => {
    await readInside(gate).catch(() => undefined)
    counting = 0
    if (!isStopped) onFestival()
  }

  const stop = () => {
    isStopped = true
    clearTimeout(timer)
    clearTimeout(counting)
  }
  return { now: meet, soon, count, stop }
}

/**
 * Sends offline admissions, oldest first; each counts once, even if sent repeatedly. An undone one is undone at the
 * service too before the next is sent, which may be of the same ticket.
 */
async function sendScans(gate: Gate): Promise<void> {
  const { device, service, log } = gate
  for (;;) {
    await reportUndone(gate)
    const waiting = log.unsent().filter(({ festival_id }) => festival_id === device.festival_id)
    const undone = waiting.findIndex((scan) => scan.undone !== undefined)
    const scans = waiting.slice(0, undone === -1 ? batch : Math.min(batch, undone + 1))
    if (scans.length === 0) return
    const body = { festival_id: device.festival_id, scans: scans.map(toUpload) }
    const { results } = await service.call((client, options) => client.gate.scan(body, options))
    const byNonce = new Map(results.map((result) => [result.nonce, result]))
    await settle(gate, scans, byNonce)
  }
}

async function reportUndone(gate: Gate): Promise<void> {
  const refused = await sendUndone(gate)
  if (refused) notice('undo-refused', `A scan could not be undone: ${refused}.`)
}

function toUpload({ nonce, code = '', at, direction = 'in' }: Scan) {
  return { nonce, code, scanned_at: new Date(at).toISOString(), admitted_offline: true, direction }
}

type Result = Parameters<typeof fromService>[0]

/** Records that the service has these scans: deletes their codes, and shows wrong admissions. */
async function settle(
  { store, log, festival }: Gate,
  scans: Scan[],
  results: Map<string, Result>,
): Promise<void> {
  const settled = scans.map(({ code: _, ...scan }): Scan => {
    const result = results.get(scan.nonce)
    if (!result) throw new Error('The service did not answer to a scan')
    const verdict = fromService(result, offersOf(festival), false)
    return verdict.result === 'admitted' ? scan : { ...scan, clash: { ...verdict, isNoted: false } }
  })
  await store.change(async (desk) => {
    for (const scan of settled) {
      desk.put('scans', scan)
      const { payment_id, first } = scan.clash ?? scan
      if (payment_id !== null && first)
        await recordUse(desk, payment_id, { ...first, leaves: false })
    }
  })
  for (const scan of settled) log.note(scan)
}

/** Forgets a use reported by another gate if the service knows of no use: it was undone. */
async function deleteUndone(
  desk: Desk,
  { payment_id, validated_at, passages }: Manifest['tickets'][number],
) {
  if (validated_at !== null || passages.length > 0) return
  const known = await desk.get('admissions', payment_id)
  if (known && !known.isHere) desk.drop('admissions', payment_id)
}

/** Reads the manifest from the cursor, which is stored with its tickets: it never points past them. */
async function readManifest(gate: Gate): Promise<void> {
  const { device, service, store } = gate
  for (;;) {
    const query = { since: Number(gate.festival?.cursor ?? 0) }
    const { tickets, has_more, ...head } = await service.call((client, options) =>
      client.gate.manifest(device.festival_id, query, options),
    )
    const as_of = has_more ? (gate.festival?.as_of ?? null) : now().getTime()
    const festival = { ...head, as_of }
    await store.change(async (desk) => {
      for (const [index, ticket] of tickets.entries()) {
        desk.put('tickets', ticket)
        await deleteUndone(desk, ticket)
        if (index % handful === 0) await desk.breathe()
      }
      desk.put('kept', { name: 'festival', value: festival })
    })
    gate.festival = festival
    if (!has_more) return
  }
}
