import { LIMITS } from '#schema/limits.ts'

/** What free members see of their history, in English: the language of the legal documents. */
export const FREE_HISTORY = `On the free plan, your list of chats is locked, and an open chat goes back ${LIMITS.freeHistoryDays} days.`
