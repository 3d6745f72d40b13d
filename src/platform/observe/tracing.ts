/**
 * Traces in OpenTelemetry's form, sent as OTLP/JSON over HTTP. Its libraries are loaded when
 * OTEL_EXPORTER_OTLP_ENDPOINT is set; else nothing here costs more than the check of a variable.
 */
import type * as api from '@opentelemetry/api'
import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api'
import type { W3CTraceContextPropagator } from '@opentelemetry/core'
import type * as sdk from '@opentelemetry/sdk-trace'
import type { Config } from '#platform/config/variables'
import { causeOf, onBehalfOf, onNobodysBehalf } from './cause.ts'
import type { Begun, What } from './span.ts'

type Api = typeof api
type Tracing = { api: Api; tracer: Tracer; propagator: W3CTraceContextPropagator }

/** Belongs to the process, as in OpenTelemetry itself. */
let tracing: Tracing | undefined

/** Time within which the last spans must leave when the process ends, ms. */
const patience = 2_000

type Settings = Pick<
  Config,
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_HEADERS'
  | 'OTEL_SERVICE_NAME'
  | 'OTEL_TRACES_SAMPLER'
  | 'OTEL_TRACES_SAMPLER_ARG'
  | 'OTEL_BSP_SCHEDULE_DELAY'
>

/** Traces from now on, if the configuration names a collector; returns the function that sends the rest and ends it. */
export async function startTracing(config: Settings): Promise<() => Promise<void>> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = config
  if (endpoint === undefined) return async () => {}
  const [library, core, tracers, { OTLPTraceExporter }, resources, calls] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('./traced-calls.ts'),
  ])
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    ...(headers && { headers }),
  })
  const provider = new tracers.TracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': config.OTEL_SERVICE_NAME }),
    sampler: samplerOf(tracers, config),
    spanProcessors: [
      new tracers.BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: config.OTEL_BSP_SCHEDULE_DELAY,
      }),
    ],
  })
  tracing = {
    api: library,
    tracer: provider.getTracer('festival'),
    propagator: new core.W3CTraceContextPropagator(),
  }
  const stopCalls = calls.traceCalls(beginSpan)
  return async () => {
    tracing = undefined
    stopCalls()
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, patience)
    await Promise.race([provider.shutdown().catch(() => {}), late])
    clearTimeout(timer)
  }
}

function samplerOf(
  { ParentBasedSampler, ...kinds }: typeof sdk,
  { OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: share }: Settings,
): sdk.Sampler {
  const roots = {
    always_on: () => new kinds.AlwaysOnSampler(),
    always_off: () => new kinds.AlwaysOffSampler(),
    traceidratio: () => new kinds.TraceIdRatioBasedSampler(share),
  }
  const [, isByParent, root] =
    /^(parentbased_)?(always_on|always_off|traceidratio)$/.exec(name) ?? []
  const sampler = roots[(root ?? 'always_on') as keyof typeof roots]()
  return isByParent ? new ParentBasedSampler({ root: sampler }) : sampler
}

export function isTracing(): boolean {
  return tracing !== undefined
}

/** Begins a span in the context of a cause; undefined while tracing is off. */
export function beginSpan(
  { name, kind, attributes }: What,
  parent: Context | undefined,
): Begun | undefined {
  if (!tracing) return undefined
  const { api, tracer } = tracing
  const root = parent ?? api.ROOT_CONTEXT
  const span = tracer.startSpan(name, { kind: api.SpanKind[kind], attributes }, root)
  return {
    context: api.trace.setSpan(root, span),
    end: (more, failure) => endSpan(api, span, { more, failure }),
  }
}

function endSpan(
  api: Api,
  span: Span,
  { more, failure }: { more: Attributes | undefined; failure: string | undefined },
) {
  if (more) span.setAttributes(more)
  if (failure) {
    span.setAttribute('error.type', failure)
    span.setStatus({ code: api.SpanStatusCode.ERROR })
  }
  // The export of spans starts here: it is not part of the work they describe.
  onNobodysBehalf(() => span.end())
}

/** Does work in a span of its own, under the span of its cause. An error's message is not recorded. */
export async function traced<T>(what: () => What, work: () => Promise<T>): Promise<T> {
  const cause = causeOf()
  const begun = beginSpan(what(), cause?.context)
  if (!begun) return work()
  let failure: string | undefined
  try {
    return await onBehalfOf({ ...cause, context: begun.context }, work)
  } catch (error) {
    const { code, name } = Object(error)
    failure = `${code ?? name}`
    throw error
  } finally {
    begun.end({}, failure)
  }
}

/** Returns the context that a caller sent along, or in which a job was added. */
export function contextFrom(headers: Record<string, unknown>): Context | undefined {
  return tracing?.propagator.extract(tracing.api.ROOT_CONTEXT, headers, {
    get: (carrier, name) => (typeof carrier[name] === 'string' ? carrier[name] : undefined),
    keys: (carrier) => Object.keys(carrier),
  })
}

/** Returns the context as a `traceparent`, to be sent along or stored with a job; undefined while tracing is off. */
export function traceparentOf(context: Context | undefined): string | undefined {
  const of = context && tracing?.api.trace.getSpanContext(context)
  return of && `00-${of.traceId}-${of.spanId}-0${of.traceFlags.toString(16)}`
}

/** Returns the ids of the trace for a line of the log. */
export function traceIds(context: Context): { trace_id?: string; span_id?: string } {
  const of = tracing?.api.trace.getSpanContext(context)
  return of ? { trace_id: of.traceId, span_id: of.spanId } : {}
}
