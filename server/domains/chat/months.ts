/** Returns the first millisecond of a month (UTC): that of `time`, or the one that many months later. */
export function startOfMonth(time: number, later = 0): number {
  const date = new Date(time)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later)
}
