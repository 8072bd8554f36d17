import * as z from 'zod'
import { LIMITS } from './limits.ts'
import { prose, storable } from './text.ts'
import { text } from './translatable.ts'

interface ActionTraits {
  /** Whether the member sees the action and can appeal it. Moderators can reverse it. */
  isSanction: boolean
  /** Whether the action closes the account to the member while it lasts. */
  restrictsAccount: boolean
}

const SANCTION = { isSanction: true, restrictsAccount: false } as const
const RESTRICTION = { isSanction: true, restrictsAccount: true } as const
const RECORD = { isSanction: false, restrictsAccount: false } as const

/** Every kind of entry in the audit log. The database has the same kinds. */
export const MODERATION_ACTIONS = {
  DISMISS: RECORD,
  WARN: SANCTION,
  SUSPEND: RESTRICTION,
  BAN: RESTRICTION,
  PAUSE: RESTRICTION,
  REVERSE: RECORD,
  UPHOLD: RECORD,
  RELEASE_MESSAGE: RECORD,
  REFUSE_MESSAGE: RECORD,
  ROLE: RECORD,
  RESET_FACTOR: RECORD,
  ADD_NOTE: RECORD,
  REMOVE_NOTE: RECORD,
  OPERATOR: RECORD,
  EVENING: RECORD,
} as const satisfies Record<string, ActionTraits>

export type ModerationActionKind = keyof typeof MODERATION_ACTIONS

type KindsWith<Trait extends keyof ActionTraits> = {
  [Kind in ModerationActionKind]: (typeof MODERATION_ACTIONS)[Kind][Trait] extends true ? Kind : never
}[ModerationActionKind]

export type SanctionKind = KindsWith<'isSanction'>
export type RestrictionKind = KindsWith<'restrictsAccount'>
/** A sanction that leaves the account open, so the member reads about it in the app. */
export type WarningKind = Exclude<SanctionKind, RestrictionKind>

export const isSanctionKind = (kind: ModerationActionKind): kind is SanctionKind =>
  MODERATION_ACTIONS[kind].isSanction
export const isRestrictionKind = (kind: ModerationActionKind): kind is RestrictionKind =>
  MODERATION_ACTIONS[kind].restrictsAccount
export const isWarningKind = (kind: ModerationActionKind): kind is WarningKind =>
  isSanctionKind(kind) && !isRestrictionKind(kind)

const ACTION_KINDS = Object.keys(MODERATION_ACTIONS) as ModerationActionKind[]
export const SANCTION_KINDS: readonly SanctionKind[] = ACTION_KINDS.filter(isSanctionKind)
export const RESTRICTION_KINDS: readonly RestrictionKind[] = ACTION_KINDS.filter(isRestrictionKind)
export const WARNING_KINDS: readonly WarningKind[] = ACTION_KINDS.filter(isWarningKind)

/** This many active strikes suspend an account automatically, for this many days. */
export const STRIKES = { limit: 3, suspendsForDays: 7, lastDays: 90 } as const

const words = (missing: string) => prose({ missing, max: LIMITS.reportReason.max })

const reason = words(text('Please give a reason. The member will read it.'))

export const decision = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('DISMISS'), reason }),
  z.object({ kind: z.literal('WARN'), reason }),
  z.object({
    kind: z.literal('SUSPEND'),
    reason,
    days: z
      .number(text('Please enter a number of days.'))
      .int()
      .min(1, text('At least one day'))
      .max(365, text('At most 365 days. To block the account for longer, ban it.')),
  }),
  z.object({ kind: z.literal('BAN'), reason }),
])
export type Decision = z.infer<typeof decision>
export type DecisionKind = Decision['kind']

/** What a moderator can decide about a report or a member. */
export const DECISIONS: readonly DecisionKind[] = decision.options.map(({ shape }) => shape.kind.value)

export const reversal = z.object({ id: z.uuid(text('Not an id')), reason })

export const appealRequest = z.object({
  actionId: z.uuid(text('Not an id')),
  text: words(text('Please tell us why this was a mistake.')),
})

export const appealDecision = z.object({
  id: z.uuid(text('Not an id')),
  reverse: z.boolean(),
  answer: words(text('Please write an answer. The member will read it.')),
})

/** How long a claim on a report lasts, and how often a client renews it, in milliseconds. */
export const CLAIM = { lasts: 2 * 60_000, renewEvery: 45_000 } as const

/** How many reports can be dismissed at once. */
export const MAX_BULK = 50

export const bulkDismissal = z.object({
  ids: z
    .array(z.uuid(text('Not an id')))
    .min(1, text('Choose at least one report.'))
    .max(MAX_BULK, text('Choose at most 50 reports.'))
    .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))]),
  reason,
})

/** A note about a member for other moderators, about one report or about the member in general. */
export const newNote = z.object({
  userId: z.uuid(text('Not an id')),
  reportId: z.uuid(text('Not an id')).nullable(),
  text: words(text('Write what other moderators should know.')),
})
export type NewNote = z.output<typeof newNote>

/** Entries must match every condition that is given. `from` is inclusive, `until` is exclusive. */
export const auditLogFilter = z
  .object({
    userId: z.uuid(text('Not an id')).nullish(),
    actorId: z.uuid(text('Not an id')).nullish(),
    /** Only entries of the server and the command line. */
    automatic: z.boolean().nullish(),
    from: z.date().nullish(),
    until: z.date().nullish(),
    search: storable().trim().max(100, text('At most 100 characters')).nullish(),
  })
  .refine(({ actorId, automatic }) => !(actorId && automatic), {
    message: text('Automatic actions have no actor.'),
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
