import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/**
 * A clock that goes on as any other does, and that can be moved forward. How far it is ahead is kept in a file, so
 * that it does not go back when its process ends.
 */
export class MovableClock {
  readonly #file: string
  #ahead: number

  /** @param file where it is kept; where there is none, the clock shows the time of the machine */
  constructor(file: string) {
    this.#file = file
    this.#ahead = readAhead(file)
  }

  readonly now = (): Date => new Date(Date.now() + this.#ahead)

  /** An instant that has passed already changes nothing: times that are stored are never to come. */
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
