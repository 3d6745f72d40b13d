/** Returns true if an `Accept` header prefers the first type of picture to the second. */
export function prefers(accept: string | undefined, first: string, second: string): boolean {
  const ranges = new Map((accept ?? '*/*').toLowerCase().split(',').map(readRange))
  const weight = (type: string) =>
    ranges.get(type) ?? ranges.get('image/*') ?? ranges.get('*/*') ?? 0
  return weight(first) > weight(second)
}

/** Parses `image/png;q=0.8` to its type and its weight, 1 if none is given. */
function readRange(range: string): [type: string, weight: number] {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  return [type, Number(weight ?? 1) || 0]
}
