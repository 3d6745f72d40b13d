type Fields = Record<string, unknown>

/**
 * Lists where an answer differs from the expected one, by the path of the field, as in
 * `festivals[].tickets[].zones is missing`. An element of an array counts as any other: each path is listed once.
 */
export function differences(expected: unknown, actual: unknown, path = ''): string[] {
  if (isObject(expected) && isObject(actual)) return distinct(ofFields(expected, actual, path))
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length)
      return [`${path || 'answer'} has ${actual.length} elements, not ${expected.length}`]
    return distinct(expected.flatMap((element, n) => differences(element, actual[n], `${path}[]`)))
  }
  return Object.is(expected, actual)
    ? []
    : [`${path || 'answer'} is ${text(actual)}, not ${text(expected)}`]
}

function ofFields(expected: Fields, actual: Fields, path: string): string[] {
  const names = distinct([...Object.keys(expected), ...Object.keys(actual)])
  return names.flatMap((name) => {
    const inner = path ? `${path}.${name}` : name
    if (!(name in actual)) return [`${inner} is missing`]
    if (!(name in expected)) return [`${inner} is not expected`]
    return differences(expected[name], actual[name], inner)
  })
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const distinct = (texts: string[]) => [...new Set(texts)]

const text = (value: unknown) => (JSON.stringify(value) ?? 'absent').slice(0, 100)
