import type { DefenceConfig } from '../defence-settings.ts'
import type { Database } from '../store/index.ts'
import { createAutomaticReports } from './automatic-reports.ts'
import { createMessageFilter, type Screen } from './message-filter.ts'

/** What keeps abuse away without anybody having to act first: docs/DEFENCES.md. */
export interface Defences {
  readonly screen: Screen
}

export function createDefences({
  database,
  settings,
}: {
  database: Pick<Database, 'pool'>
  settings: DefenceConfig
}): Defences {
  const { pool } = database
  const reports = createAutomaticReports(pool)
  return { screen: createMessageFilter({ pool, reports, settings }) }
}
