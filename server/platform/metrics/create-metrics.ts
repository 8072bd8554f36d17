import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { createHistograms, type Labels } from './histograms.ts'
import { INSTRUMENTS, type Instrument } from './instruments.ts'
import type { Metrics } from './metrics.ts'

/** More values than our routes and fields have. Further ones would be a mistake of ours, and count as `other`. */
const MAX_BOUNDED = 400
const OTHER = 'other'

/** How long a scrape waits for a value from a store, in milliseconds. Prometheus gives up after ten seconds. */
const READ_WITHIN = 1_000

/**
 * Default metrics that repeat `nodejs_active_resources`. Some are gauges with the suffix of a counter, and each scrape
 * lists every open connection again for them.
 */
const REPEATED_DEFAULTS = [
  'nodejs_active_handles',
  'nodejs_active_handles_total',
  'nodejs_active_requests',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]

/** One value with its labels. */
export interface Reading {
  labels?: Labels
  value: number
}

export interface GaugeReader {
  name: string
  help: string
  labelNames?: readonly string[]
  /** Its value when it cannot be read; by default none. */
  otherwise?: number
  /** Called at every scrape. A gauge that cannot be read has no value in this scrape. */
  read(): readonly Reading[] | Promise<readonly Reading[]>
}

export interface NodeMetrics extends Metrics {
  /** Adds gauges that are read at a scrape. */
  read(...gauges: readonly GaugeReader[]): void
  /** Returns all metrics in Prometheus' text format. */
  text(): Promise<{ text: string; contentType: string }>
}

/** Creates the metrics of one node, with those of Node itself: memory, garbage collection, event loop. */
export function createMetrics(): NodeMetrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  for (const name of REPEATED_DEFAULTS) registry.removeSingleMetric(name)
  const histograms = createHistograms()
  const bounded = createBoundedValues()
  const counters = new Map<string, Counter>()
  const gauges = new Map<string, Gauge>()
  for (const instrument of Object.values<Instrument>(INSTRUMENTS)) {
    const { kind, name, help } = instrument
    const options = { name, help, labelNames: Object.keys(instrument.labels), registers }
    if (kind === 'counter') counters.set(name, createCounter(options, instrument))
    if (kind === 'histogram') histograms.declare({ name, help, buckets: instrument.buckets ?? [] })
    if (kind === 'gauge') gauges.set(name, new Gauge(options))
  }

  return {
    counter(name, labels) {
      const { name: full } = INSTRUMENTS[name]
      const child = counters.get(full)?.labels(bounded.labelsOf(INSTRUMENTS[name], labels))
      return (by = 1) => child?.inc(by)
    },
    histogram(name, labels) {
      const instrument = INSTRUMENTS[name]
      const tally = histograms.tallyOf(instrument, bounded.labelsOf(instrument, labels))
      return (value) => tally.record(value)
    },
    gauge(name, labels) {
      const child = gauges.get(INSTRUMENTS[name].name)?.labels(bounded.labelsOf(INSTRUMENTS[name], labels))
      return (value) => child?.set(value)
    },
    read(...readers) {
      for (const reader of readers) addReader(registers, reader)
    },
    async text() {
      const text = `${await registry.metrics()}\n${histograms.text()}`
      return { text, contentType: registry.contentType }
    },
  }
}

/** Creates a counter. One with at most one label starts with all its values, because alerts compare with an earlier zero. */
function createCounter(
  options: { name: string; help: string; labelNames: string[]; registers: Registry[] },
  { labels }: Instrument,
) {
  const counter = new Counter(options)
  const [[label, values] = [], ...more] = Object.entries(labels)
  if (more.length === 0 && label !== undefined && Array.isArray(values))
    for (const value of values) counter.inc({ [label]: String(value) }, 0)
  return counter
}

/** Replaces every value that a label may not have. A caller cannot create further series. */
function createBoundedValues() {
  const seen = new Map<string, Set<string>>()

  function boundedValue(label: string, value: string): string {
    const values = seen.get(label) ?? new Set()
    seen.set(label, values)
    if (values.size < MAX_BOUNDED) values.add(value)
    return values.has(value) ? value : OTHER
  }

  return {
    labelsOf(instrument: Instrument, labels: object): Labels {
      const entries = Object.entries(instrument.labels).map(([label, values]) => {
        const value = String(Reflect.get(labels, label))
        if (values === 'bounded') return [label, boundedValue(`${instrument.name} ${label}`, value)]
        return [label, values.includes(value) ? value : OTHER]
      })
      return Object.fromEntries(entries)
    },
  }
}

function addReader(registers: Registry[], { name, help, labelNames = [], otherwise, read }: GaugeReader) {
  new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers,
    async collect() {
      const readings = await within(READ_WITHIN, async () => read())
      this.reset()
      if (readings === null && labelNames.length === 0) this.set(otherwise ?? Number.NaN)
      for (const { labels, value } of readings ?? []) this.set({ ...labels }, value)
    },
  })
}

/** Resolves to null when the work fails or takes longer. */
async function within<Result>(milliseconds: number, work: () => Promise<Result>): Promise<Result | null> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds)
    timer.unref()
  })
  try {
    return await Promise.race([work(), tooLate])
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}
