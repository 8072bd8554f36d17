const DAY = 24 * 60 * 60

export interface TestDate {
  /** A number of days from now, or an ISO date with its zone. */
  readonly date: string
  /** The zone of the programs, as the variable TZ names it. */
  readonly zone: string
}

/** The dates of the nightly runs. Each run begins there, and its clock then goes on. */
export const TEST_DATES: readonly TestDate[] = [
  { date: '+45d', zone: 'UTC' },
  { date: '+200d', zone: 'Asia/Kolkata' },
  { date: '+730d', zone: 'America/St_Johns' },
  // The year ends in the first minute of the run.
  { date: '2026-12-31T23:59Z', zone: 'Pacific/Kiritimati' },
  { date: '2028-02-29T12:00Z', zone: 'Asia/Kolkata' },
  // Summer time begins five minutes later.
  { date: '2027-03-14T05:25Z', zone: 'America/St_Johns' },
]

/** Returns the date of a night: each of them in turn. `now` is in milliseconds. */
export const dateOfTonight = (now: number): TestDate => {
  const night = Math.floor(now / (DAY * 1_000)) % TEST_DATES.length
  return TEST_DATES[night] ?? { date: '+0d', zone: 'UTC' }
}

/** Returns how many seconds a clock has to be shifted to show a date. `now` is in milliseconds. @throws RangeError */
export function secondsTo(date: string, now: number): number {
  const days = /^\+(\d+)d$/.exec(date)?.[1]
  if (days !== undefined) return Number(days) * DAY
  const time = /Z|[+-]\d\d:\d\d$/.test(date) ? Date.parse(date) : Number.NaN
  if (Number.isNaN(time))
    throw new RangeError(`${date} is no date: write +45d for days from now, or 2028-02-29T12:00Z`)
  return Math.round((time - now) / 1_000)
}
