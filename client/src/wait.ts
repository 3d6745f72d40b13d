/** Awaits a promise. @throws the reason of `signal` as soon as it is aborted */
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

/** Waits this many milliseconds. @throws the reason of `signal` as soon as it is aborted */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await orAborted(over, signal).finally(() => clearTimeout(timer))
}

/** The delay before the nth attempt: it doubles, with jitter. */
export function backOff(milliseconds: number, tries: number): number {
  return Math.min(milliseconds * 2 ** tries, 30_000) * (0.5 + Math.random() / 2)
}
