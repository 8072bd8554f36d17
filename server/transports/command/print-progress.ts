import type { OnProgress } from '#server/platform/backup/index.ts'

/** How often a long table is reported, in milliseconds. */
const EVERY = 5_000

const VERBS = { write: 'written', verify: 'checked', restore: 'restored' } as const

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

/** Returns a listener that prints each finished table with rows, and a line every few seconds during long ones. */
export function createProgressPrinter(print: (line: string) => void, now: () => number): OnProgress {
  let printed = now()
  return ({ step, table, bytes, rows }) => {
    if (rows === 0 || (rows === null && now() - printed < EVERY)) return
    printed = now()
    const amount = rows === null ? megabytes(bytes) : `${rows.toLocaleString('en')} rows, ${megabytes(bytes)}`
    print(`${table}: ${amount} ${VERBS[step]}${rows === null ? ' …' : ''}`)
  }
}
