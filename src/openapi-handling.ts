/** How operations take what they do not know (docs/contract.md, section 1.3), once for all of them. */
const components = {
  parameters: {
    Prefer: {
      name: 'Prefer',
      in: 'header',
      required: false,
      description:
        '`handling=strict`: unknown fields and parameters are refused with 400 instead of ignored',
      schema: { type: 'string', examples: ['handling=strict'] },
    },
  },
  headers: {
    Ignored: {
      description: 'The fields and parameters of the request that are not known',
      schema: { type: 'string' },
      example: 'payment_method (did you mean processorPaymentMethodId?)',
    },
    PreferenceApplied: {
      description: 'Of a strict request',
      schema: { type: 'string' },
      example: 'handling=strict',
    },
  },
}

type Operation = { parameters?: object[]; responses?: Record<string, { headers?: object }> }
type Document = { paths?: object; components?: Record<string, object> }

/** Adds the header `Prefer` to every operation, and to its answers the headers that belong to it. */
export function describeHandling(document: Document): void {
  for (const [kind, named] of Object.entries(components)) {
    document.components = {
      ...document.components,
      [kind]: { ...document.components?.[kind], ...named },
    }
  }
  const operations: Operation[] = Object.values(document.paths ?? {}).flatMap((path: object) =>
    Object.values(path),
  )
  for (const operation of operations) {
    const { parameters = [], responses = {} } = operation
    operation.parameters = [...parameters, { $ref: '#/components/parameters/Prefer' }]
    for (const [status, answer] of Object.entries(responses)) {
      if (status >= '3') continue
      answer.headers = {
        ...answer.headers,
        'x-ignored': { $ref: '#/components/headers/Ignored' },
        'preference-applied': { $ref: '#/components/headers/PreferenceApplied' },
      }
    }
  }
}
