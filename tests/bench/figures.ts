/** The value below which this share of the samples lies. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (samples: readonly number[]) => percentile(samples, 0.5)

export const say = (line: string) => process.stdout.write(`${line}\n`)
export const milliseconds = (value: number) => `${value.toFixed(value < 10 ? 3 : 1)} ms`

/** Returns a number with about three significant digits; a dash for one that was not measured. */
export const short = (value: number) =>
  Number.isFinite(value) ? value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2) : '–'

/** Returns the median and, of several samples, the least and the greatest. */
export function spread(samples: readonly number[]): string {
  const known = samples.filter(Number.isFinite)
  const middle = short(median(known))
  return known.length > 1 ? `${middle} (${short(Math.min(...known))}–${short(Math.max(...known))})` : middle
}

/** Returns rows as a Markdown table. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

/** Prints rows as a Markdown table. */
export const sayTable = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  say(`\n${markdownTable(head, rows)}\n`)
