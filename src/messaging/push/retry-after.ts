/**
 * Returns the time that an answer asks to wait, ms: its `Retry-After`, which is in seconds or a date (RFC 9110, section
 * 10.2.3). 0 if it is absent, past or malformed.
 */
export function retryAfter(text: string | undefined, now: Date): number {
  const asked = text?.trim() ?? ''
  if (/^\d{1,9}$/.test(asked)) return Number(asked) * 1000
  const date = asked.endsWith('GMT') ? Date.parse(asked) : Number.NaN
  return Number.isNaN(date) ? 0 : Math.max(0, date - now.getTime())
}
