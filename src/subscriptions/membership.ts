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
 * The membership that terms, in the order they were bought, amount to: the plan that covers `now`, and
 * when the last of the terms that follow without a gap ends; null when none covers it. A renewal
 * extends. Months are counted from the first day of all: 31 January and a month is 28 February, and
 * another one 31 March.
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

/** The same day and time of day so many months later, or the last day of that month (UTC). */
export function plusMonths(time: Date, months: number): Date {
  const later = new Date(time)
  later.setUTCMonth(time.getUTCMonth() + months)
  // The 31st of a month that has none ran over into the next one.
  if (later.getUTCDate() !== time.getUTCDate()) later.setUTCDate(0)
  return later.getTime() < latest ? later : new Date(latest)
}
