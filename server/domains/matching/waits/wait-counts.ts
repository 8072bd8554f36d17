import type { EndedSearch } from '../ended-search.ts'

/** The marks of a wait, in minutes. */
export const MARKS = [1, 5, 15] as const
export type Mark = (typeof MARKS)[number]

const MINUTE = 60_000

/** The columns of `search_wait` that count searches, in the order of their values. */
export const COUNT_COLUMNS = [
  ...MARKS.map((mark) => `found_within_${mark}` as const),
  ...MARKS.map((mark) => `left_within_${mark}` as const),
  'longer',
] as const
export type CountColumn = (typeof COUNT_COLUMNS)[number]

/** Returns the column that counts a search. */
export function columnOf({ began, ended, found }: EndedSearch): CountColumn {
  const mark = MARKS.find((minutes) => ended - began <= minutes * MINUTE)
  if (mark === undefined) return 'longer'
  return found ? `found_within_${mark}` : `left_within_${mark}`
}
