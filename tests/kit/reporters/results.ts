import { writeFile } from 'node:fs/promises'

/** What `npm test` counts, and names once more at its very end. */
export interface Results {
  passed: number
  skipped: number
  failures: { title: string; message: string }[]
}

export const noResults = (): Results => ({ passed: 0, skipped: 0, failures: [] })

interface Thrown {
  message?: string
  stack?: string
}

export const messageOf = (errors: readonly Thrown[]) =>
  errors.map((error) => error.stack ?? error.message ?? '').join('\n') || 'no reason was given'

/** To where `npm test` reads them; nowhere when the tests were called by hand. */
export async function writeResults(results: Results) {
  const file = process.env.RESULTS_FILE
  if (file) await writeFile(file, JSON.stringify(results))
}
