/** Runs decisions one at a time. */
export class Turns {
  #isBusy = false
  #running = Promise.resolve()
  #queue = Promise.resolve()

  get isBusy(): boolean {
    return this.#isBusy
  }

  /** Runs the work unless other work runs: then it does nothing. */
  async runIfFree(work: () => Promise<void>): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    this.#running = work().finally(() => {
      this.#isBusy = false
    })
    await this.#running
  }

  /** Runs the work after all that runs and waits; it uses `runIfFree` itself. */
  queue(work: () => Promise<void>): void {
    const run = async () => {
      while (this.#isBusy) await this.#running.catch(() => undefined)
      await work()
    }
    this.#queue = this.#queue.then(run, run)
  }
}
