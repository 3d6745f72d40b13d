import type { Attributes, Context } from '@opentelemetry/api'

/** A piece of work and its kind. `kind` after OpenTelemetry: it answers a request, sends one, or works. */
export type What = {
  name: string
  kind: 'SERVER' | 'CLIENT' | 'CONSUMER'
  attributes: Attributes
}

/** A piece of work that has begun: work done in its context is part of it. */
export type Begun = {
  context: Context
  /** `attributes` that are known only now; `failure`: its cause, in a word */
  end: (attributes?: Attributes, failure?: string) => void
}
