/** A paid term of a plan. */
export type Term = {
  subscription_id: string
  duration: number
  duration_type: string
  bought_at: Date
}

export type Membership = { id: string; ends_at: Date }

const latest = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Returns the membership at `now` from all terms in the order they were bought: the plan of the current term,
 * and the end of the last term that follows without a gap; null if there is no current term. A renewal extends.
 * Months are counted from the first day: one month after 31 January is 28 February, two months are 31 March.
 */
export function membershipOf(terms: Term[], now: Date): Membership | null {
  let run = { anchor: new Date(0), months: 0, ends: new Date(0) }
  let covering = ''
  for (const { subscription_id, duration, duration_type, bought_at } of terms) {
    if (bought_at >= run.ends) run = { anchor: bought_at, months: 0, ends: bought_at }
    if (run.ends <= now) covering = subscription_id
    const months = run.months + duration * (duration_type === 'year' ? 12 : 1)
    run = { ...run, months, ends: plusMonths(run.anchor, months) }
  }
  return run.ends > now ? { id: covering, ends_at: run.ends } : null
}

/** Returns the same day and time of day `months` later, or the last day of that month (UTC). */
export function plusMonths(time: Date, months: number): Date {
  const later = new Date(time)
  later.setUTCMonth(time.getUTCMonth() + months)
  // A day that the month does not have has rolled over into the next month.
  if (later.getUTCDate() !== time.getUTCDate()) later.setUTCDate(0)
  return later.getTime() < latest ? later : new Date(latest)
}
