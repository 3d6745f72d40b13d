/** Latencies in bins, each 7 % wider than the one before: a drill has millions of them. */
const growth = Math.log(1.07)
const bins = 256
/** The first bin holds everything below this, ms. */
const least = 0.05

export class Histogram {
  count = 0
  readonly #bins = new Uint32Array(bins)

  add(ms: number): void {
    const bin = ms <= least ? 0 : Math.ceil(Math.log(ms / least) / growth)
    const place = Math.min(bins - 1, bin)
    this.#bins[place] = (this.#bins[place] ?? 0) + 1
    this.count++
  }

  /** Returns the time within which a share of all requests was answered, ms; 0 if there are none. */
  quantile(share: number): number {
    const wanted = share * this.count
    let seen = 0
    for (const [bin, count] of this.#bins.entries()) {
      seen += count
      if (count > 0 && seen >= wanted) return least * Math.exp(bin * growth)
    }
    return 0
  }
}
