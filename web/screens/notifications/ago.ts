import { plural, t } from '@lingui/core/macro'
import { whenOf } from '../shared/days.ts'

const MINUTE = 60_000

/** Returns how long ago a time was within the last hour; then the time for today, or the day. */
export function agoOf(time: string, now = Date.now()): string {
  const minutes = Math.floor((now - Date.parse(time)) / MINUTE)
  if (minutes < 1) return t`Just now`
  if (minutes < 60) return plural(minutes, { one: '# min ago', other: '# min ago' })
  return whenOf(time)
}
