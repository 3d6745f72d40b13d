/** The end of one job, and the request that has caused it. */
import { type Cause, causeOf, onBehalfOf } from '#platform/observe/cause'
import type { Labels } from '#platform/observe/metrics'
import { type What } from '#platform/observe/span'
import { contextFrom, traced, traceparentOf } from '#platform/observe/tracing'
import { asError } from './as-error.ts'
import type { Worker } from './worker.ts'

/** Functions that are called with every failure (`onError`), and with every run (`count`). */
export type RunObserver = { onError: (error: Error) => void; count: (labels: Labels) => void }

type Settling = Pick<Worker, 'handle'> & RunObserver & { name: string }

/** Runs one job of a batch, which succeeds or fails for itself, on behalf of the request that has caused it. */
export async function settle(
  { id, data }: { id: string; data: object | null },
  { name, handle, onError, count }: Settling,
) {
  const { [causeKey]: cause, ...given }: Caused = data ?? {}
  const work = () =>
    traced(
      () => jobOf(name),
      () => handle(given),
    )
  const { reqId, traceparent } = cause ?? {}
  return onBehalfOf({ reqId, context: contextFrom({ traceparent }) }, async () => {
    try {
      await work()
      count({ queue: name, result: 'completed' })
      return { id, status: 'completed' as const }
    } catch (error) {
      count({ queue: name, result: 'failed' })
      onError(asError(error))
      return { id, status: 'failed' as const, output: { message: String(error) } }
    }
  })
}

const causeKey = '_cause'
type Caused = { [causeKey]?: Pick<Cause, 'reqId'> & { traceparent?: string | undefined } }

/** Returns the data of a job with the request that has caused it, if one has. */
export function withCause(data: object): object {
  const cause = causeOf()
  if (!cause) return data
  const { reqId, context } = cause
  return { ...data, [causeKey]: { reqId, traceparent: traceparentOf(context) } }
}

const jobOf = (name: string): What => ({
  name: `job ${name}`,
  kind: 'CONSUMER',
  attributes: { 'messaging.destination.name': name },
})
