import { LIMITS, TIMING } from '#schema/limits.ts'

/** What free members see of their history. Pricing, the FAQ, the landing pages and the sidebar show this sentence. */
export const FREE_HISTORY = `On the free plan, your list of chats is locked, and an open chat goes back ${LIMITS.freeHistoryDays} days.`

/** Minutes before a random match can bring the same two people together again. */
export const REMATCH_MINUTES = TIMING.rematchAfter / 60_000

/** Returns a range in words, such as "5 to 7". */
export const rangeOf = ({ from, to }: { from: number | string; to: number | string }) => `${from} to ${to}`
