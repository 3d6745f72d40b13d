import { now } from './clock.ts'
import { type Gate, offersOf } from './decide.ts'
import { fromService } from './judge.ts'
import type { Scan } from './store.ts'

const batch = 200
const [seldom, soonest] = [30_000, 2_000]
/** As many tickets as a slow phone can write without a noticeable delay. */
const handful = 100

/**
 * Synchronises a device with the service until `stop`: sends offline admissions, then reads the manifest
 * from its cursor; every 30 s, and after failures after 2 s, 4 s … 30 s. `now` does so at once, `soon`
 * within 2 s.
 */
export function keepTogether(gate: Gate, onFestival: () => void) {
  let [timer, due, failures, isRunning, isStopped] = [0, 0, 0, false, false]

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
      failures = 0
      onFestival()
    } catch {
      // The service says whether it answers, or whether this device has ended.
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

  const stop = () => {
    isStopped = true
    clearTimeout(timer)
  }
  return { now: meet, soon, stop }
}

/** Sends offline admissions, oldest first; each counts once, however often it is sent. */
async function sendScans(gate: Gate): Promise<void> {
  const { device, service, log } = gate
  for (;;) {
    const scans = log
      .unsent()
      .filter(({ festival_id }) => festival_id === device.festival_id)
      .slice(0, batch)
    if (scans.length === 0) return
    const body = { festival_id: device.festival_id, scans: scans.map(toUpload) }
    const { results } = await service.call((client, options) => client.gate.scan(body, options))
    const byNonce = new Map(results.map((result) => [result.nonce, result]))
    await settle(gate, scans, byNonce)
  }
}

function toUpload({ nonce, code = '', at }: Scan) {
  return { nonce, code, scanned_at: new Date(at).toISOString(), admitted_offline: true }
}

type Result = Parameters<typeof fromService>[0]

/** The service has these scans now: their codes are deleted, and wrong admissions are shown. */
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
  await store.change((desk) => {
    for (const scan of settled) {
      desk.put('scans', scan)
      const { payment_id, first } = scan.clash ?? scan
      if (payment_id !== null && first) desk.put('admissions', { payment_id, ...first })
    }
  })
  for (const scan of settled) log.note(scan)
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
        if (index % handful === 0) await desk.breathe()
      }
      desk.put('kept', { name: 'festival', value: festival })
    })
    gate.festival = festival
    if (!has_more) return
  }
}
