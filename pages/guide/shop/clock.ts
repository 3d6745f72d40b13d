import { words } from '#common/words/shop-words'
import { serverNow } from '../session.ts'
import { readOrder } from './order.ts'
import { type Parts, say } from './parts.ts'
import { showEnd } from './refusals.ts'

const [second, minute] = [1_000, 60_000]
/** The minutes before the end at which it is announced. */
const warnings = [5, 2, 1]

let timer = 0

type HeldOrder = { created_at: string; expires_at: string }

/** Shows how long the order is held, by the server's clock, and announces its end in advance. */
export function startClock(parts: Parts, { created_at, expires_at }: HeldOrder): void {
  clearInterval(timer)
  const { clock, warning } = parts
  const figure = Object.assign(document.createElement('strong'), { role: 'timer' })
  clock.replaceChildren(`${words.heldFor} `, figure)
  // The figure itself would be read out each second.
  clock.removeAttribute('role')
  const whole = Date.parse(expires_at) - Date.parse(created_at)
  const tick = () => {
    // The server's clock is known to within the time that the page took to arrive.
    const left = Math.min(whole, Date.parse(expires_at) - serverNow().getTime())
    figure.textContent = clockOf(Math.max(0, left))
    clock.classList.toggle('soon', left <= 2 * minute)
    const told = warnings.findLast((minutes) => left <= minutes * minute)
    if (told !== undefined && left > 0) say(warning, words.endsSoon(told))
    if (left <= 0) void end(parts)
  }
  tick()
  timer = window.setInterval(tick, second)
}

/** The order may have been paid in the last second: the service decides. */
async function end(parts: Parts): Promise<void> {
  clearInterval(timer)
  const { order: id } = parts.state
  const order = id === undefined ? undefined : await readOrder(id).catch(() => undefined)
  if (order?.status === 'pending' || order?.status === 'requires_action') return
  if (order?.status === 'succeeded') location.replace(`/tickets?order=${id}`)
  else showEnd(parts)
}

/** `9:41` */
function clockOf(ms: number): string {
  const seconds = Math.floor(ms / second)
  return `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, '0')}`
}
