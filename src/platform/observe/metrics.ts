/**
 * What is counted while the service works, and what is measured on request. Counting costs an
 * addition: names, formats and sums over processes are made by prom-client, which is loaded with the
 * first look at `GET /metrics`.
 */
export type Labels = Record<string, string>

/** A value of a figure; `metricName` where it is not the figure's own, as of a histogram's buckets. */
export type Sample = { labels: Labels; value: number; metricName?: string }

/** A figure as prom-client knows it, and how those of several processes become one. */
export type Figure = {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  aggregator: 'sum' | 'max' | 'min' | 'average' | 'first' | 'omit'
  values: Sample[]
}

/** What a figure is called, after Prometheus' conventions, and what it says. */
type Named = Pick<Figure, 'name' | 'help'>

/** Something that happens and is counted, by its labels. */
export class Counter {
  readonly #named: Named
  readonly #samples = new Map<string, Sample>()

  /** `from`: the labels that are there before anything has happened, so that a first time is seen. */
  constructor(named: Named, from: Labels[]) {
    this.#named = named
    for (const labels of from) this.at(labels)
  }

  /** Counts; the names of the labels stand in the same order each time. */
  add(labels: Labels = {}, by = 1): void {
    this.at(labels).value += by
  }

  /** What is counted under these labels: to be added to at once, where that happens all the time. */
  at(labels: Labels): Sample {
    const key = Object.values(labels).join('\n')
    const sample = this.#samples.get(key) ?? { labels, value: 0 }
    this.#samples.set(key, sample)
    return sample
  }

  figure(): Figure {
    return {
      ...this.#named,
      type: 'counter',
      aggregator: 'sum',
      values: [...this.#samples.values()],
    }
  }
}

type Source = () => Promise<Figure[]>

/** The figures of a process, and those of what all processes share. */
export class Metrics {
  readonly #counters = new Map<string, Counter>()
  readonly #own: Source[] = []
  readonly #shared: Source[] = []
  /** Gives the figures of the other processes that serve with this one. */
  others: () => Promise<Figure[][]> = async () => []

  /** What is counted under a name: one for all who ask. `from` as for `Counter`, by default no labels. */
  counter(named: Named, from: Labels[] = [{}]): Counter {
    const known = this.#counters.get(named.name)
    if (known) return known
    const counter = new Counter(named, from)
    this.#counters.set(named.name, counter)
    this.#own.push(async () => [counter.figure()])
    return counter
  }

  /** Reads a value when it is asked for. Those of several processes are added, if not said otherwise. */
  gauge(
    { aggregator = 'sum', ...named }: Named & Partial<Pick<Figure, 'aggregator'>>,
    read: () => number | Sample[],
  ): void {
    this.#own.push(async () => {
      const value = read()
      const values = typeof value === 'number' ? [{ labels: {}, value }] : value
      return [{ ...named, type: 'gauge', aggregator, values }]
    })
  }

  /** Adds figures of this process. */
  add(source: Source): void {
    this.#own.push(source)
  }

  /** Adds figures of what all processes share: only the process that is asked reads them. */
  addShared(source: Source): void {
    this.#shared.push(source)
  }

  /** What this process knows of itself. */
  async own(): Promise<Figure[]> {
    return (await Promise.all(this.#own.map((source) => source()))).flat()
  }

  /** What there is to know, by process. */
  async all(): Promise<Figure[][]> {
    const shared = Promise.all(this.#shared.map((source) => source()))
    const [own, others, ours] = await Promise.all([this.own(), this.others(), shared])
    return [own, ...others, ours.flat()]
  }
}
