/** Synchronises the till with the service: every 15 s, and sooner while the service does not answer. */
import { setServerZone } from '../shared/clock.ts'
import { settle, settleAsides } from './asking.ts'
import { report } from './offline.ts'
import type { Till } from './till.ts'

const [seldom, soon] = [15_000, 3_000]

export function startSync(till: Till) {
  let [timer, isRunning, isStopped] = [0, false, false]
  const meet = async () => {
    clearTimeout(timer)
    if (isRunning || isStopped) return
    isRunning = true
    try {
      await settle(till)
      await settleAsides(till)
      await report(till)
      await read(till)
    } catch {
      // `Service` itself reports whether the service answers, or whether this shift has ended.
    }
    isRunning = false
    if (isStopped) return
    till.draw()
    timer = window.setTimeout(meet, till.service.isOnline ? seldom : soon)
  }
  const stop = () => {
    isStopped = true
    clearTimeout(timer)
  }
  return { now: meet, stop }
}

async function read(till: Till): Promise<void> {
  const [offer, shift] = [await till.calls.items(), await till.calls.shift()]
  setServerZone(offer.festival.time_zone)
  Object.assign(till, { offer, shift })
  await till.store.change((desk) => {
    desk.put('kept', { name: 'offer', value: offer })
    desk.put('kept', { name: 'shift', value: shift })
  })
}
