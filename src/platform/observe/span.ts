import type { Attributes, Context } from '@opentelemetry/api'

/** What is done, and how. `kind` after OpenTelemetry: whether it answers a request, sends one, or works. */
export type What = {
  name: string
  kind: 'SERVER' | 'CLIENT' | 'CONSUMER'
  attributes: Attributes
}

/** A piece of work that has begun: what is done in its context is part of it. */
export type Begun = {
  context: Context
  /** `attributes` that are known only now; `failure`: what it failed by, in a word */
  end: (attributes?: Attributes, failure?: string) => void
}
