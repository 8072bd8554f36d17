import * as z from 'zod'
import { LIMITS } from './limits.ts'
import { prose } from './text.ts'

/** What a moderator can decide about a report or a person. */
export const DECISIONS = ['DISMISS', 'WARN', 'SUSPEND', 'BAN'] as const
export type DecisionKind = (typeof DECISIONS)[number]

/** As many strikes that have not expired suspend by themselves, for as many days. */
export const STRIKES = { limit: 3, suspendsForDays: 7, lastDays: 90 } as const

const words = (missing: string) => prose({ missing, max: LIMITS.reportReason.max })

const reason = words('Give a reason: the person reads it.')

export const decision = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('DISMISS'), reason }),
  z.object({ kind: z.literal('WARN'), reason }),
  z.object({
    kind: z.literal('SUSPEND'),
    reason,
    days: z.number('For how many days?').int().min(1, 'At least one day').max(365, 'At most a year: or ban'),
  }),
  z.object({ kind: z.literal('BAN'), reason }),
])
export type Decision = z.infer<typeof decision>

export const reversal = z.object({ id: z.uuid('Not an id'), reason })

export const appealRequest = z.object({
  actionId: z.uuid('Not an id'),
  text: words('Say why this was a mistake.'),
})

export const appealDecision = z.object({
  id: z.uuid('Not an id'),
  reverse: z.boolean(),
  answer: words('Give an answer: the person reads it.'),
})

export const evidence = z.array(
  z.object({ id: z.string(), senderId: z.string(), message: z.string(), time: z.string() }),
)
export type Evidence = z.infer<typeof evidence>
