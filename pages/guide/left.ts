import { leftOf } from '#common/words/guide-words'
import type { Availability } from '../../client/src/types.ts'

/** Shows the availability of a tier in a list of tiers. */
export function showTier(list: HTMLElement, left: Availability, time_zone: string): void {
  const row = list.querySelector<HTMLElement>(`[data-tier="${CSS.escape(left.ticket_id)}"]`)
  const words = row?.querySelector('.left')
  if (!row || !words) return
  row.dataset['status'] = left.status
  const stepper = row.querySelector<HTMLElement>('.stepper')
  if (stepper) stepper.dataset['left'] = `${left.remaining}`
  const text = leftOf(left, { start_time: row.dataset['starts'] || null, time_zone })
  if (words.textContent !== text) words.textContent = text
}
