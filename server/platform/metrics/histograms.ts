import { Tally } from './tally.ts'

/** A label is a name with its value, both from our own code. */
export type Labels = Readonly<Record<string, string>>

export interface Histograms {
  /** Adds a histogram that has no value yet, so a scrape names it. */
  declare(histogram: HistogramOptions): void
  /** Returns the tally of these labels, a new one at the first call. */
  tallyOf(histogram: HistogramOptions, labels: Labels): Tally
  /** Returns all values in Prometheus' text format. */
  text(): string
}

export interface HistogramOptions {
  name: string
  help: string
  buckets: readonly number[]
}

/** Keeps the histograms of a node. */
export function createHistograms(): Histograms {
  const kept = new Map<string, { help: string; tallies: Map<string, Tally> }>()

  function declare({ name, help }: HistogramOptions) {
    const histogram = kept.get(name) ?? { help, tallies: new Map<string, Tally>() }
    kept.set(name, histogram)
    return histogram
  }

  return {
    declare,
    tallyOf({ name, help, buckets }, labels) {
      const histogram = declare({ name, help, buckets })
      const key = Object.entries(labels)
        .map(([label, value]) => `${label}="${value}"`)
        .join(',')
      const tally = histogram.tallies.get(key) ?? new Tally(buckets)
      histogram.tallies.set(key, tally)
      return tally
    },
    text() {
      const blocks = [...kept].map(([name, { help, tallies }]) => [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} histogram`,
        ...[...tallies].flatMap(([labels, tally]) => tally.lines(name, labels)),
      ])
      return blocks.map((lines) => `${lines.join('\n')}\n`).join('\n')
    },
  }
}
