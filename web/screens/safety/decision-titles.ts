import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { Warning } from './operations.ts'

export const DECISION_TITLES: Record<Warning['kind'], MessageDescriptor> = {
  WARN: msg`Warned`,
  SUSPEND: msg`Suspended`,
  PAUSE: msg`Paused`,
  BAN: msg`Banned`,
}

/** The title of a decision with an end. */
export const TITLES_UNTIL: Record<Warning['kind'], (date: string) => string> = {
  WARN: (date) => t`Warned until ${date}`,
  SUSPEND: (date) => t`Suspended until ${date}`,
  PAUSE: (date) => t`Paused until ${date}`,
  BAN: (date) => t`Banned until ${date}`,
}
