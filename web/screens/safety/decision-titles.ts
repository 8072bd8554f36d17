export const DECISION_TITLES = {
  WARN: 'Warned',
  SUSPEND: 'Suspended',
  PAUSE: 'Paused',
  BAN: 'Banned',
} as const
