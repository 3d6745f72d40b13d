/**
 * Returns a function that is true for a code scanned just before: a camera sees a ticket ten times a second, and a hand
 * scanner may send it twice. A code counts again after it was out of sight for `pause` milliseconds.
 */
export function repeats(pause = 4_000): (code: string, now: number) => boolean {
  const seen = new Map<string, number>()
  return (code, now) => {
    for (const [other, at] of seen) if (now - at >= pause) seen.delete(other)
    const isRepeated = seen.has(code)
    seen.set(code, now)
    return isRepeated
  }
}
