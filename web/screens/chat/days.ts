const DAY = 86_400_000
const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()

/** Returns Today, Yesterday, Tuesday, or 18 Nov. */
export function dayOf(time: string, now = new Date()): string {
  const date = new Date(time)
  const days = Math.round((midnight(now) - midnight(date)) / DAY)
  if (days <= 0) return 'Today'
  if (days === 1) return 'Yesterday'
  if (days < 7) return date.toLocaleDateString('en', { weekday: 'long' })
  const sameYear = date.getFullYear() === now.getFullYear()
  return date.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  })
}

/** Returns a time such as 9:05 PM. */
export const timeOf = (time: string) =>
  new Date(time).toLocaleTimeString('en', { hour: 'numeric', minute: '2-digit' })

/** Returns the time for today and the day for earlier dates. */
export const whenOf = (time: string) => (dayOf(time) === 'Today' ? timeOf(time) : dayOf(time))
