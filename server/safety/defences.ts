import type { Clock } from '../clock.ts'
import type { DefenceConfig } from '../defence-settings.ts'
import type { FactBus } from '../facts.ts'
import type { Database } from '../store/index.ts'
import { createAutomaticReports } from './automatic-reports.ts'
import { createMessageFilter, type Screen } from './message-filter.ts'
import { createMinors } from './minors.ts'

/** What keeps abuse away without anybody having to act first: docs/DEFENCES.md. */
export interface Defences {
  readonly screen: Screen
  [Symbol.asyncDispose](): Promise<void>
}

export function createDefences({
  database,
  clock,
  facts,
  settings,
  onError,
}: {
  database: Pick<Database, 'pool'>
  clock: Clock
  facts: FactBus
  settings: DefenceConfig
  onError(error: unknown): void
}): Defences {
  const { pool } = database
  const reports = createAutomaticReports(pool)
  const minors = createMinors({ reports, enabled: settings.minorReports, now: () => clock.now(), onError })
  facts.on('messageSent', (message) => minors.heard(message))
  facts.on('profileWritten', (profile) => minors.read(profile))
  return {
    screen: createMessageFilter({ pool, reports, settings }),
    [Symbol.asyncDispose]: () => minors[Symbol.asyncDispose](),
  }
}
