import { whenOf } from '../chat/days.ts'

const MINUTE = 60_000

/** How long ago within the hour; then the time of today, or the day. */
export function agoOf(time: string, now = Date.now()): string {
  const minutes = Math.floor((now - Date.parse(time)) / MINUTE)
  if (minutes < 1) return 'Just now'
  if (minutes < 60) return `${minutes} min ago`
  return whenOf(time)
}
