import { call } from './person.ts'

/** One line of a scrape: the metric, its labels and its value. */
export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

const LINE = /^(\w+)(?:\{(.*)\})? (\S+)$/
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g

/** Reads Prometheus' text format. @throws Error for a line that is neither a comment nor a sample */
export function samplesOf(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name, labels = '', value] = LINE.exec(line) ?? []
      if (name === undefined) throw new Error(`not a sample: ${line}`)
      const pairs = [...labels.matchAll(LABEL)].map(([, label = '', text = '']) => [label, text] as const)
      return { name, labels: Object.fromEntries(pairs), value: Number(value) }
    })
}

/** Returns the samples of a running server. */
export async function scrape(url: string): Promise<Sample[]> {
  const answer = await call(url, 'GET', '/metrics')
  return samplesOf(String(answer.body.text))
}

/** Returns the sum of the samples with this name and these labels. */
export const totalOf = (samples: readonly Sample[], name: string, labels: Record<string, string> = {}) =>
  samples
    .filter(
      (one) =>
        one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value),
    )
    .reduce((total, { value }) => total + value, 0)

/** Returns every label with its value, as `label=value`, except the bounds of buckets. */
export const labelValuesOf = (samples: readonly Sample[]): string[] =>
  [
    ...new Set(
      samples.flatMap(({ labels }) =>
        Object.entries(labels)
          .filter(([label]) => label !== 'le')
          .map(([label, value]) => `${label}=${value}`),
      ),
    ),
  ].sort()
