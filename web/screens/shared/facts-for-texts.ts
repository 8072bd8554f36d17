import { t } from '@lingui/core/macro'
import { LIMITS, TIMING } from '#schema/limits.ts'

const { freeHistoryDays: days } = LIMITS

/** Returns what free members see of their history. The FAQ, the landing pages and the sidebar show this sentence. */
export const freeHistory = () =>
  t`On the free plan, your list of chats is locked, and an open chat goes back ${days} days.`

/** Says how long messages are kept. `months` as in `useMessageMonths`. */
export const keepingOfMessages = (months: number | null) =>
  months === null
    ? t`We keep each message until the person who wrote it deletes their account.`
    : t`We delete each message when it is ${months} to ${{ later: months + 1 }} months old, or when the person who wrote it deletes their account.`

/** Minutes before a random match can bring the same two people together again. */
export const REMATCH_MINUTES = TIMING.rematchAfter / 60_000

/** Returns a range in words, such as "5 to 7". */
export const rangeOf = ({ from, to }: { from: number | string; to: number | string }) =>
  t({ message: `${from} to ${to}`, comment: 'A range of numbers or of times of day' })
