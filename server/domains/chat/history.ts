import { LIMITS } from '#schema/limits.ts'

/** The member who reads. Free members see the last 30 days (spec §9). */
export interface Viewer {
  id: string
  premium: boolean
}

export interface History {
  since: Date
  /** Message ids contain their time, so later messages have greater ids. */
  afterMessage: string
}

const BEGINNING: History = { since: new Date(0), afterMessage: '00000000-0000-0000-0000-000000000000' }

export function historyOf({ premium }: Pick<Viewer, 'premium'>, now: number): History {
  if (premium) return BEGINNING
  const since = now - LIMITS.freeHistoryDays * 24 * 60 * 60_000
  const hex = since.toString(16).padStart(12, '0')
  return {
    since: new Date(since),
    afterMessage: `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`,
  }
}
