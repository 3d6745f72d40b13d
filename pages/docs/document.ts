type Parameter = {
  name: string
  in: string
  required?: boolean
  schema?: { examples?: unknown[] }
  examples?: Record<string, unknown>
}
type Operation = { parameters?: Parameter[] }
export type Document = { info?: object; paths?: Record<string, Record<string, Operation>> }

/**
 * Returns the description as the reference is given it: what may be left out of a request keeps its example to
 * read, and is switched off where a request is tried. Otherwise the first request would send every example as
 * a filter and find nothing.
 */
export function withOptionalOff<D extends Document>(document: D): D {
  const paths = Object.entries(document.paths ?? {}).map(([path, operations]) => [
    path,
    Object.fromEntries(Object.entries(operations).map(([method, one]) => [method, prepared(one)])),
  ])
  return { ...document, paths: Object.fromEntries(paths) }
}

function prepared(operation: Operation): Operation {
  const { parameters } = operation
  return parameters ? { ...operation, parameters: parameters.map(switchedOff) } : operation
}

function switchedOff(parameter: Parameter): Parameter {
  // A header that all operations have is only referred to here.
  if ('$ref' in parameter || parameter.required || parameter.in === 'path') return parameter
  const [value = ''] = parameter.schema?.examples ?? []
  return { ...parameter, examples: { default: { value, 'x-disabled': true } } }
}
