import { LIMITS, TIMING } from '#schema/limits.ts'

/** What free members see of their history: pricing, FAQ, landing pages and the sidebar say the same. */
export const FREE_HISTORY = `On the free plan the list of conversations is locked, and an open chat goes back ${LIMITS.freeHistoryDays} days.`

/** How soon chance may bring the same two people together again. */
export const REMATCH_MINUTES = TIMING.rematchAfter / 60_000

/** A range in words, such as "5 to 7". */
export const rangeOf = ({ from, to }: { from: number | string; to: number | string }) => `${from} to ${to}`
