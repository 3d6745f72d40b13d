/** Stores a value as the one used last, and forgets the one not used for longest beyond `most`. */
export function remember<Value>(
  values: Map<string, Value>,
  { key, value, most }: { key: string; value: Value; most: number },
): void {
  values.delete(key)
  values.set(key, value)
  const [oldest = ''] = values.keys()
  if (values.size > most) values.delete(oldest)
}
