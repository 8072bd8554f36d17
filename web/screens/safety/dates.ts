const HOUR = { hour: 'numeric', minute: '2-digit' } as const

/** Returns a date such as 18 November, with the year if it is not this year. */
export function dateOf(time: string, now = new Date()): string {
  const date = new Date(time)
  const year = date.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const)
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', ...year })
}

/** Returns the end of a sanction, such as "Friday, 18 November, 9:05 PM". */
export function endOf(time: string, now = new Date()): string {
  const date = new Date(time)
  const weekday = date.toLocaleDateString('en', { weekday: 'long' })
  return `${weekday}, ${dateOf(time, now)}, ${date.toLocaleTimeString('en', HOUR)}`
}

/** Returns 9:05 PM for today, and Thursday 9:05 PM for another day. */
export function timeOf(time: string, now = new Date()): string {
  const date = new Date(time)
  const isToday = date.toDateString() === now.toDateString()
  const day = isToday ? '' : `${date.toLocaleDateString('en', { weekday: 'long' })} `
  return day + date.toLocaleTimeString('en', HOUR)
}
