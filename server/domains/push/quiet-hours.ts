import type { QuietHours } from '#schema/push.ts'

const MINUTE = 60_000
const DAY_MINUTES = 24 * 60

/** Returns how long quiet hours still last at the instant `now`, in milliseconds; 0 outside of them. */
export function quietFor({ from, until, timeZone }: QuietHours, now: number): number {
  const [start, end, time] = [minutesOf(from), minutesOf(until), minutesOf(timeIn(timeZone, now))]
  const length = (end - start + DAY_MINUTES) % DAY_MINUTES
  const passed = (time - start + DAY_MINUTES) % DAY_MINUTES
  return passed < length ? (length - passed) * MINUTE - (now % MINUTE) : 0
}

/** Returns in how many milliseconds quiet hours begin; 0 within them, null when they never do. */
export function quietIn({ from, until, timeZone }: QuietHours, now: number): number | null {
  const [start, end, time] = [minutesOf(from), minutesOf(until), minutesOf(timeIn(timeZone, now))]
  if (start === end) return null
  if (quietFor({ from, until, timeZone }, now) > 0) return 0
  return ((start - time + DAY_MINUTES) % DAY_MINUTES) * MINUTE - (now % MINUTE)
}

const minutesOf = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

const timeIn = (timeZone: string, now: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    now,
  )
