import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/**
 * A clock that runs as any other, and that can be moved forward. Its lead is stored in a file, so that it does not go
 * back when its process ends.
 */
export class MovableClock {
  readonly #file: string
  #ahead: number

  /** @param file that stores the lead; if there is none, the clock shows the time of the machine */
  constructor(file: string) {
    this.#file = file
    this.#ahead = readAhead(file)
  }

  readonly now = (): Date => new Date(Date.now() + this.#ahead)

  /** Moves the clock forward. An instant that has passed already changes nothing: stored times must not be in the future. */
  moveTo(instant: Date): void {
    const ahead = instant.getTime() - Date.now()
    if (ahead <= this.#ahead) return
    const unfinished = `${this.#file}.tmp`
    writeFileSync(unfinished, JSON.stringify({ ahead_ms: ahead }), { mode: 0o600 })
    renameSync(unfinished, this.#file)
    this.#ahead = ahead
  }
}

function readAhead(file: string): number {
  try {
    return Number(JSON.parse(readFileSync(file, 'utf8')).ahead_ms)
  } catch (error) {
    if (Object(error).code === 'ENOENT') return 0
    throw error
  }
}
