import { availableParallelism } from 'node:os'
import * as z from 'zod'

const MAX_WORKERS = 256
const EXPECTED = `expected auto or a number from 1 to ${MAX_WORKERS}`

/** The number of processes. `auto` is one for each processor that this process may use. */
export const workers = z
  .union(
    [
      z.literal('auto').transform(() => Math.min(availableParallelism(), MAX_WORKERS)),
      z.coerce.number().int(EXPECTED).min(1, EXPECTED).max(MAX_WORKERS, EXPECTED),
    ],
    EXPECTED,
  )
  .default(1)

/** Workers share their live state and their data as nodes on several machines do. */
export function workerProblems(values: {
  WORKERS: number
  REDIS_URL?: string | undefined
  DATABASE_URL?: string | undefined
}): string[] {
  const { WORKERS, REDIS_URL, DATABASE_URL } = values
  if (WORKERS === 1) return []
  return [
    ...(REDIS_URL
      ? []
      : [`REDIS_URL: needed for ${WORKERS} WORKERS, because they share their live state in Redis`]),
    ...(DATABASE_URL
      ? []
      : [`DATABASE_URL: needed for ${WORKERS} WORKERS, because local mode is one process`]),
  ]
}
