import { conflict } from '#platform/values/errors'
import { dateIn } from '#platform/zones/local-time'

/** Refuses (409 `month_not_over`) a month, as YYYY-MM, that is not over in every time zone, the last of which is UTC-12. */
export function requireOver(month: string, now: Date): void {
  if (month < dateIn(now, 'Etc/GMT+12').slice(0, 7)) return
  throw conflict('This month is not over in all time zones', 'month_not_over')
}
