/**
 * What the simulated processor can be told to do to us, and the most of it: milliseconds, and shares
 * of all calls or webhooks.
 */
export const faultLimits = {
  /** before every answer */
  delay: 60_000,
  /** calls that never arrive: no answer, and nothing done */
  lose_requests: 1,
  /** calls that arrive only after `late_by`: no answer, but done later */
  late_requests: 1,
  late_by: 600_000,
  /** calls that are done, but never answered */
  lose_answers: 1,
  double_webhooks: 1,
  /** before every webhook */
  webhook_delay: 600_000,
  /** how long the simulated buyer takes to approve a charge that wants action */
  approve_after: 600_000,
} as const

export type Faults = Record<keyof typeof faultLimits, number>

export const noFaults: Faults = {
  delay: 0,
  lose_requests: 0,
  late_requests: 0,
  late_by: 3_000,
  lose_answers: 0,
  double_webhooks: 0,
  // As elsewhere, the webhook comes after the answer: who has that already need not be moved again.
  webhook_delay: 250,
  approve_after: 5_000,
}

type Given = { faults: Faults; random: () => number; wait: (ms: number) => Promise<void> }

/**
 * Lets a call pass through a bad line: late, without an answer, or not at all. A call that got no
 * answer throws, as it would at a real processor.
 */
export function badLine({ faults, random, wait }: Given) {
  const befalls = (share: number) => share > 0 && random() < share
  return async function call<T>(act: () => Promise<T>): Promise<T> {
    if (befalls(faults.lose_requests)) return noAnswer(wait(faults.delay))
    if (befalls(faults.late_requests)) {
      wait(faults.late_by)
        .then(act)
        .catch(() => {})
      return noAnswer(wait(faults.delay))
    }
    const result = await act()
    await wait(faults.delay)
    if (befalls(faults.lose_answers)) return noAnswer()
    return result
  }
}

async function noAnswer(waited?: Promise<void>): Promise<never> {
  await waited
  throw new Error('The simulated processor did not answer, as it was told to')
}
