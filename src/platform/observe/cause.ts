/**
 * The request on whose behalf something is done, also deep inside it and in the jobs it causes. Log lines written there
 * carry its id, and spans know their parent.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context } from '@opentelemetry/api'

export type Cause = {
  /** id of the request; undefined for work that the service does by itself */
  reqId?: string | undefined
  /** the context of new spans; undefined while tracing is off */
  context?: Context | undefined
}

const causes = new AsyncLocalStorage<Cause>()

/** Undefined for work without a request. */
export function causeOf(): Cause | undefined {
  return causes.getStore()
}

export function onBehalfOf<T>(cause: Cause, work: () => T): T {
  return causes.run(cause, work)
}

export function onNobodysBehalf<T>(work: () => T): T {
  return causes.exit(work)
}
