/** Returns true if a text is a day in the format of `<input type="date">`. */
export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)

/** The day after one: the last day counts as a whole, and the API takes an exclusive end time. */
export function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00:00.000Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return next.toISOString()
}
