import type { Scan, Store } from './store.ts'

const day = 86_400_000

/** The scans of this device: today's, and earlier ones not sent yet. */
export class Log {
  readonly #scans = new Map<string, Scan>()
  readonly #onChange: () => void

  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  /** Reads the log from the store, and deletes sent scans older than a day. */
  async load(store: Store): Promise<void> {
    const old: string[] = []
    this.#scans.clear()
    for (const scan of await store.scans()) {
      const isTold = scan.undone === undefined || scan.isUndone
      const isDone = scan.code === undefined && isTold && (scan.clash?.isNoted ?? true)
      if (isDone && scan.at < Date.now() - day) old.push(scan.nonce)
      else this.#scans.set(scan.nonce, scan)
    }
    if (old.length > 0) {
      await store.change((desk) => {
        for (const nonce of old) desk.drop('scans', nonce)
      })
    }
    this.#onChange()
  }

  /** Shows a scan, or its new state. */
  note(scan: Scan): void {
    this.#scans.set(scan.nonce, scan)
    this.#onChange()
  }

  /** Returns the current state of a scan. */
  find(nonce: string): Scan | undefined {
    return this.#scans.get(nonce)
  }

  /** Newest first. */
  last(count: number): Scan[] {
    return [...this.#scans.values()].toSorted((a, b) => b.at - a.at).slice(0, count)
  }

  /** Oldest first. */
  unsent(): Scan[] {
    return [...this.#scans.values()]
      .filter(({ code }) => code !== undefined)
      .toSorted((a, b) => a.at - b.at)
  }

  /** Returns scans undone here that the service has, without knowing that they were undone. */
  undone(): Scan[] {
    return [...this.#scans.values()].filter(
      ({ undone, isUndone, code }) => undone !== undefined && !isUndone && code === undefined,
    )
  }

  clashes(): Scan[] {
    return [...this.#scans.values()].filter(({ clash }) => clash && !clash.isNoted)
  }

  /** The number of scans since a time, and of admissions by tier. */
  counts(since: number): { scans: number; admitted: Map<string, number> } {
    const admitted = new Map<string, number>()
    let scans = 0
    for (const { at, result, offer, direction, undone } of this.#scans.values()) {
      if (at < since) continue
      scans++
      if (result !== 'admitted' || direction === 'out' || undone !== undefined) continue
      const name = offer?.name ?? 'Other'
      admitted.set(name, (admitted.get(name) ?? 0) + 1)
    }
    return { scans, admitted }
  }
}
