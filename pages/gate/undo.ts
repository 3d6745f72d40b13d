/** Undoing a scan: at once on this device, and at the service when it can be reached. */
import { FestivalError } from '../../client/src/error.ts'
import type { Gate } from './decide.ts'
import { recordUndone, type Scan } from './store.ts'

/** Undoes a scan that let its holder through. The scan is still sent, and then its undoing. */
export async function undo({ store, log }: Gate, scan: Scan, reason: string): Promise<Scan> {
  const undone: Scan = { ...(log.find(scan.nonce) ?? scan), undone: reason }
  await store.change(async (desk) => {
    desk.put('scans', undone)
    const { payment_id, at, direction = 'in' } = scan
    if (payment_id === null) return
    await recordUndone(desk, payment_id, { direction, at: new Date(at).toISOString() })
  })
  log.note(undone)
  return undone
}

/** The service's refusals of a scan that cannot be undone any more. */
const refusals = new Set(['not_found', 'not_passed', 'undo_over', 'passed_since'])

/**
 * Reports undone scans to the service; safe to repeat. Returns why it refused one.
 * @throws Unanswered, Ended
 */
export async function sendUndone({
  service,
  device,
  store,
  log,
}: Gate): Promise<string | undefined> {
  let refused: string | undefined
  for (const scan of log.undone()) {
    const { payment_id, nonce, undone: reason = '' } = scan
    if (payment_id === null) continue
    const answer = await service.ask(
      (client, options) =>
        client.gate.undo(device.festival_id, { payment_id, nonce, reason }, options),
      refusals,
    )
    const isRefused = answer instanceof FestivalError
    if (isRefused) refused = answer.message
    const { undone: _, ...stands } = scan
    const told: Scan = isRefused ? stands : { ...scan, isUndone: true }
    await store.change((desk) => desk.put('scans', told))
    log.note(told)
  }
  return refused
}
