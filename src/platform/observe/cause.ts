/**
 * On whose behalf something is done: a request, also deep inside it and in the jobs it causes. What is
 * logged there carries its id, and spans know what they are part of.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context } from '@opentelemetry/api'

export type Cause = {
  /** of the request; none for what the service does by itself */
  reqId?: string | undefined
  /** where spans belong; none while tracing is off */
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
