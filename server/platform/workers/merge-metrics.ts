import type { MetricsText } from './worker-messages.ts'

/** The metrics of one worker; null when it did not answer. */
export interface OwnMetrics {
  worker: number
  metrics: MetricsText | null
}

const DEFAULT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'
const UP = 'rapport_worker_up'

/**
 * Returns the metrics of all workers as one text: each series gets the label `worker`. Values are not added up here, because
 * only a query knows whether they are counts, shares or figures that all workers share.
 */
export function mergeMetrics(all: readonly OwnMetrics[]): MetricsText {
  const families = new Map<string, { head: string[]; samples: string[] }>()
  for (const { worker, metrics } of all) addFamilies(families, worker, metrics?.text ?? '')
  families.set(UP, {
    head: [`# HELP ${UP} Whether the worker answered this scrape.`, `# TYPE ${UP} gauge`],
    samples: all.map(({ worker, metrics }) => `${UP}{worker="${worker}"} ${metrics ? 1 : 0}`),
  })
  const text = [...families.values()].flatMap(({ head, samples }) => [...head, ...samples]).join('\n')
  const answered = all.find(({ metrics }) => metrics !== null)?.metrics
  return { text: `${text}\n`, contentType: answered?.contentType ?? DEFAULT_TYPE }
}

/** Adds the samples of a worker to their families. A family begins with its comments. */
function addFamilies(
  families: Map<string, { head: string[]; samples: string[] }>,
  worker: number,
  text: string,
) {
  let current: { head: string[]; samples: string[] } | null = null
  for (const line of text.split('\n')) {
    if (line === '') continue
    const [, comment, name = ''] = /^# (HELP|TYPE) (\S+)/.exec(line) ?? []
    if (comment) {
      current = families.get(name) ?? { head: [], samples: [] }
      families.set(name, current)
      if (!current.head.includes(line)) current.head.push(line)
    } else current?.samples.push(labelled(line, worker))
  }
}

/** Adds the label to a sample such as `name{a="b"} 1`. */
function labelled(sample: string, worker: number): string {
  const end = sample.search(/[{ ]/)
  const rest = sample.slice(end)
  const label = `worker="${worker}"`
  return rest.startsWith('{')
    ? `${sample.slice(0, end)}{${label}${rest.startsWith('{}') ? '' : ','}${rest.slice(1)}`
    : `${sample.slice(0, end)}{${label}}${rest}`
}
