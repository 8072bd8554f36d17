import type { Warning } from './operations.ts'

export const DECISION_TITLES: Record<Warning['kind'], string> = {
  WARN: 'Warned',
  SUSPEND: 'Suspended',
  PAUSE: 'Paused',
  BAN: 'Banned',
}
