import { writeFile } from 'node:fs/promises'
import { NEEDS_REAL_CLOCK } from '../shifted-clock.ts'
import { isStrict } from '../strict.ts'

/** The results that `npm test` counts, and lists again at its end. */
export interface Results {
  passed: number
  skipped: number
  failures: { title: string; message: string }[]
  /** What the drills measured, a line each. */
  figures: string[]
}

export const noResults = (): Results => ({ passed: 0, skipped: 0, failures: [], figures: [] })

/** Counts a test that did not run. In a strict run it fails, unless it cannot run on another date. */
export function countSkipped(results: Results, title: string, reason: string | undefined) {
  if (isStrict() && reason !== NEEDS_REAL_CLOCK)
    results.failures.push({ title, message: `skipped in a strict run: ${reason ?? 'no reason was given'}` })
  else results.skipped += 1
}

interface Thrown {
  message?: string
  stack?: string
  /** The expected and the actual value of an assertion. */
  diff?: string
}

export const messageOf = (errors: readonly Thrown[]) =>
  errors
    .map(({ stack, message, diff }) => [stack ?? message ?? '', diff ?? ''].join('\n').trim())
    .join('\n') || 'no reason was given'

/** Writes the results to the file that `npm test` reads; does nothing when the tests were started by hand. */
export async function writeResults(results: Results) {
  const file = process.env.RESULTS_FILE
  if (file) await writeFile(file, JSON.stringify(results))
}
