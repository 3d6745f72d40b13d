/**
 * Counters of the running service, and gauges measured on request. Counting costs an addition: names, formats and sums
 * over processes are made by prom-client, which is loaded with the first call of `GET /metrics`.
 */
export type Labels = Record<string, string>

/** A value of a figure; `metricName` if it is not the figure's own, as for a histogram's buckets. */
export type Sample = { labels: Labels; value: number; metricName?: string }

/** A figure as prom-client knows it, and the way to combine the figures of several processes. */
export type Figure = {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  aggregator: 'sum' | 'max' | 'min' | 'average' | 'first' | 'omit'
  values: Sample[]
}

/** The name of a figure, after Prometheus' conventions, and its meaning. */
type Named = Pick<Figure, 'name' | 'help'>

/** A counter of an event, by its labels. */
export class Counter {
  readonly #named: Named
  readonly #samples = new Map<string, Sample>()

  /** `from`: the labels that exist before any event, so that the first event shows as an increase. */
  constructor(named: Named, from: Labels[]) {
    this.#named = named
    for (const labels of from) this.at(labels)
  }

  /** Adds to the count; the names of the labels must stand in the same order each time. */
  add(labels: Labels = {}, by = 1): void {
    this.at(labels).value += by
  }

  /** Returns the counter of these labels, for frequent events to add to directly. */
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

/** The figures of a process, and the ones that all processes share. */
export class Metrics {
  readonly #counters = new Map<string, Counter>()
  readonly #own: Source[] = []
  readonly #shared: Source[] = []
  /** Returns the figures of the other processes that serve with this one. */
  others: () => Promise<Figure[][]> = async () => []

  /** Returns the counter of a name: one for all callers. `from` as for `Counter`, by default no labels. */
  counter(named: Named, from: Labels[] = [{}]): Counter {
    const known = this.#counters.get(named.name)
    if (known) return known
    const counter = new Counter(named, from)
    this.#counters.set(named.name, counter)
    this.#own.push(async () => [counter.figure()])
    return counter
  }

  /** Reads a value on request. The values of several processes are added by default. */
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

  /** Adds figures that all processes share: only the process that is asked reads them. */
  addShared(source: Source): void {
    this.#shared.push(source)
  }

  /** Returns the figures of this process. */
  async own(): Promise<Figure[]> {
    return (await Promise.all(this.#own.map((source) => source()))).flat()
  }

  /** Returns all figures, by process. */
  async all(): Promise<Figure[][]> {
    const shared = Promise.all(this.#shared.map((source) => source()))
    const [own, others, ours] = await Promise.all([this.own(), this.others(), shared])
    return [own, ...others, ours.flat()]
  }
}
