/** The random choices of a drill, from a seed: the same seed makes the same choices. */
export class Chance {
  readonly seed: number
  #state: number

  constructor(seed: number) {
    this.seed = seed
    this.#state = seed
  }

  /** Returns a number from 0 to 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let word = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32
  }

  befalls(share: number): boolean {
    return this.next() < share
  }

  /** Returns a whole number between two, both included. */
  between(first: number, last: number): number {
    return first + Math.floor(this.next() * (last - first + 1))
  }

  one<T>(all: readonly T[]): T | undefined {
    return all[Math.floor(this.next() * all.length)]
  }

  /** Returns all of them in another order. */
  shuffled<T>(all: readonly T[]): T[] {
    const mixed = [...all]
    for (let n = mixed.length - 1; n > 0; n--) {
      const other = this.between(0, n)
      const [here, there] = [mixed[n] as T, mixed[other] as T]
      mixed[n] = there
      mixed[other] = here
    }
    return mixed
  }
}
