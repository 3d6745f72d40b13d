import type { faultLimits } from '#platform/config/payments'

export type Faults = Record<keyof typeof faultLimits, number>

export const noFaults: Faults = {
  delay: 0,
  lose_requests: 0,
  late_requests: 0,
  late_by: 3_000,
  lose_answers: 0,
  double_webhooks: 0,
  // The webhook comes after the answer, as elsewhere: a payment that has the answer already is not moved again.
  webhook_delay: 250,
  approve_after: 5_000,
  refund_ends_after: 5_000,
  dispute_after: 1_000,
  dispute_for: 60_000,
  win_disputes: 0,
}

type LineOptions = { faults: Faults; random: () => number; wait: (ms: number) => Promise<void> }

/**
 * Passes a call through an unreliable line: late, without an answer, or not at all. A call without an answer throws, as
 * it would at a real processor.
 */
export function badLine({ faults, random, wait }: LineOptions) {
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
