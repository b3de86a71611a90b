import type { Histogram, MetricValueWithName, Registry } from 'prom-client'

type Label = 'method' | 'route' | 'status'

/** The requests of one method, route and class of status: how many ended within each bound, and the total seconds. */
interface Series {
  labels: Record<Label, string>
  within: number[]
  count: number
  seconds: number
}

/**
 * A histogram of requests. The one of prom-client sorts and joins the labels each time, which costs more than a cached
 * response.
 */
export class Latencies {
  readonly name: string
  readonly #help: string
  readonly #bounds: number[]
  readonly #series = new Map<string, Series>()

  constructor(options: { name: string; help: string; buckets: number[] }) {
    this.name = options.name
    this.#help = options.help
    this.#bounds = options.buckets
  }

  /** A registry uses only the name and `get` of a metric, though its type requires more. */
  registerWith(register: Registry): void {
    register.registerMetric(this as unknown as Histogram)
  }

  /** `status`: the class of the status, 2 for 200. */
  add(method: string, route: string, status: number, seconds: number): void {
    const series = this.#seriesOf(method, route, status)
    series.count++
    series.seconds += seconds
    const bucket = this.#bounds.findIndex((bound) => seconds <= bound)
    if (bucket >= 0) series.within[bucket] = (series.within[bucket] ?? 0) + 1
  }

  get() {
    const values = [...this.#series.values()].flatMap((series) => this.#valuesOf(series))
    return Promise.resolve({ name: this.name, help: this.#help, type: 'histogram', aggregator: 'sum', values })
  }

  #seriesOf(method: string, route: string, status: number): Series {
    const key = `${status}${method} ${route}`
    const known = this.#series.get(key)
    if (known) return known
    const labels = { method, route, status: `${status}xx` }
    const made: Series = { labels, within: this.#bounds.map(() => 0), count: 0, seconds: 0 }
    this.#series.set(key, made)
    return made
  }

  /** Buckets are cumulative. */
  #valuesOf({ labels, within, count, seconds }: Series): MetricValueWithName<Label | 'le'>[] {
    const { name } = this
    let sum = 0
    const buckets = this.#bounds.map((le, index) => ({
      metricName: `${name}_bucket`,
      labels: { ...labels, le: String(le) },
      value: (sum += within[index] ?? 0),
    }))
    return [
      ...buckets,
      { metricName: `${name}_bucket`, labels: { ...labels, le: '+Inf' }, value: count },
      { metricName: `${name}_sum`, labels, value: seconds },
      { metricName: `${name}_count`, labels, value: count },
    ]
  }
}
