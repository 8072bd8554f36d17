import * as z from 'zod'
import { LIMITS } from './limits.ts'
import { prose, storable } from './text.ts'

/** What a moderator can decide about a report or a person. */
export const DECISIONS = ['DISMISS', 'WARN', 'SUSPEND', 'BAN'] as const
export type DecisionKind = (typeof DECISIONS)[number]

/** As many strikes that have not expired suspend by themselves, for as many days. */
export const STRIKES = { limit: 3, suspendsForDays: 7, lastDays: 90 } as const

const words = (missing: string) => prose({ missing, max: LIMITS.reportReason.max })

const reason = words('Please give a reason. The member will read it.')

export const decision = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('DISMISS'), reason }),
  z.object({ kind: z.literal('WARN'), reason }),
  z.object({
    kind: z.literal('SUSPEND'),
    reason,
    days: z
      .number('Please enter a number of days.')
      .int()
      .min(1, 'At least one day')
      .max(365, 'At most 365 days. To block the account for longer, ban it.'),
  }),
  z.object({ kind: z.literal('BAN'), reason }),
])
export type Decision = z.infer<typeof decision>

export const reversal = z.object({ id: z.uuid('Not an id'), reason })

export const appealRequest = z.object({
  actionId: z.uuid('Not an id'),
  text: words('Please tell us why this was a mistake.'),
})

export const appealDecision = z.object({
  id: z.uuid('Not an id'),
  reverse: z.boolean(),
  answer: words('Please write an answer. The member will read it.'),
})

/** How long a claim on a report lasts, and how often a client renews it, in milliseconds. */
export const CLAIM = { lasts: 2 * 60_000, renewEvery: 45_000 } as const

/** How many reports can be dismissed at once. */
export const MAX_BULK = 50

export const bulkDismissal = z.object({
  ids: z
    .array(z.uuid('Not an id'))
    .min(1, 'Choose at least one report.')
    .max(MAX_BULK, `Choose at most ${MAX_BULK} reports.`)
    .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))]),
  reason,
})

/** What a moderator writes about a member for other moderators; on a report, or on the member alone. */
export const newNote = z.object({
  userId: z.uuid('Not an id'),
  reportId: z.uuid('Not an id').nullable(),
  text: words('Write what other moderators should know.'),
})
export type NewNote = z.output<typeof newNote>

/** Everything that is given has to fit. Times are instants: `from` counts, `until` does not. */
export const auditLogFilter = z
  .object({
    userId: z.uuid('Not an id').nullish(),
    actorId: z.uuid('Not an id').nullish(),
    /** What the server and the command line did. */
    automatic: z.boolean().nullish(),
    from: z.date().nullish(),
    until: z.date().nullish(),
    search: storable().trim().max(100, 'At most 100 characters').nullish(),
  })
  .refine(({ actorId, automatic }) => !(actorId && automatic), {
    message: 'Automatic actions have no actor.',
    path: ['actorId'],
  })

export const evidence = z.array(
  z.object({
    id: z.string(),
    senderId: z.string(),
    message: z.string(),
    time: z.string(),
    /** The part of the message that the report is about. */
    about: z.string().optional(),
  }),
)
export type Evidence = z.infer<typeof evidence>
