/** What a promise gives. @throws the reason of `signal` as soon as it is aborted */
export async function orAborted<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  let abort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal?.reason)
  })
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  try {
    return await Promise.race([aborted, promise])
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}

/** Waits so many milliseconds. @throws the reason of `signal` as soon as it is aborted */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await orAborted(over, signal).finally(() => clearTimeout(timer))
}

/** A time to wait before the nth try: it doubles, and is spread so that not all come back at once. */
export function backOff(milliseconds: number, tries: number): number {
  return Math.min(milliseconds * 2 ** tries, 30_000) * (0.5 + Math.random() / 2)
}
