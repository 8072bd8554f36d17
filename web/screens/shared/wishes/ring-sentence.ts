import { t } from '@lingui/core/macro'
import { timeOfDay } from '../../../i18n/locales.ts'

interface RingWays {
  /** Whether nothing can ring the member. */
  isBlocked: boolean
  /** Whether the desktop app rings, which must not quit. */
  needsApp: boolean
  /** Whether another device rings. */
  isElsewhere: boolean
}

/** Returns what the card says about a search in the closed app; empty where it would promise a ring that cannot come. */
export function ringSentence(
  ringUntil: string | null,
  { isBlocked, needsApp, isElsewhere }: RingWays,
): string {
  if (!ringUntil) {
    if (isBlocked) return ''
    return needsApp
      ? t`You can close the window. We search on for up to two hours and ring you when someone is found.`
      : t`You can close the app. We search on for up to two hours and ring you when someone is found.`
  }
  const time = timeOfDay(ringUntil)
  if (isBlocked) return t`Your search goes on until ${time}`
  if (needsApp) return t`We'll ring you until ${time}. You can close the window, but don't quit the app.`
  if (isElsewhere) return t`We'll ring your other devices until ${time}. You can close the app.`
  return t`We'll ring you until ${time}. You can close the app.`
}
