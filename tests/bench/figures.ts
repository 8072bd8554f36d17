/** The value below which this share of the samples lies. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const say = (line: string) => process.stdout.write(`${line}\n`)
export const milliseconds = (value: number) => `${value.toFixed(value < 10 ? 3 : 1)} ms`
