type Parameter = {
  name: string
  in: string
  required?: boolean
  example?: unknown
  examples?: Record<string, unknown>
}
type Reference = { $ref: string }
type Operation = { parameters?: (Parameter | Reference)[] }
export type Document = {
  info?: object
  paths?: Record<string, Record<string, Operation>>
  components?: { parameters?: Record<string, Parameter> }
}

/**
 * Returns the description for the reference page: an optional value of a request keeps its example to read, and is
 * switched off where a request is tried. Otherwise the first request would send every example as a filter and find
 * nothing.
 */
export function withOptionalOff<D extends Document>(document: D): D {
  const shared = document.components?.parameters ?? {}
  const prepared = (operation: Operation): Operation => {
    const parameters = operation.parameters?.map((one) => switchedOff(written(one, shared)))
    return parameters ? { ...operation, parameters } : operation
  }
  const paths = Object.entries(document.paths ?? {}).map(([path, operations]) => [
    path,
    Object.fromEntries(Object.entries(operations).map(([method, one]) => [method, prepared(one)])),
  ])
  return { ...document, paths: Object.fromEntries(paths) }
}

/** Returns a parameter in place of a reference to it. */
function written(one: Parameter | Reference, shared: Record<string, Parameter>): Parameter {
  if (!('$ref' in one)) return one
  const known = shared[one.$ref.split('/').at(-1) ?? '']
  if (!known) throw new Error(`Nothing is at ${one.$ref}`)
  return known
}

function switchedOff(parameter: Parameter): Parameter {
  if (parameter.required || parameter.in === 'path') return parameter
  const { example: value = '', ...rest } = parameter
  return { ...rest, examples: { default: { value, 'x-disabled': true } } }
}
