import type { ReportCategory } from '#schema/chat.ts'
import type { DecisionKind } from '#schema/moderation.ts'
import type {
  LoggedAction,
  QueuedAppeal,
  QueuedReport,
  SanctionRecord,
} from '#server/domains/moderation/index.ts'
import type { Builder } from '#server/transports/graphql/builder.ts'
import type { EnumValues } from '#server/transports/graphql/enum-values.ts'

const ACTIONS = {
  DISMISS: { value: 'DISMISS', description: 'A report was dismissed.' },
  WARN: { value: 'WARN', description: 'The member was warned.' },
  SUSPEND: { value: 'SUSPEND', description: 'The account was suspended for a number of days.' },
  BAN: { value: 'BAN', description: 'The account was banned.' },
  PAUSE: { value: 'PAUSE', description: 'The server paused the account until a moderator decides.' },
  REVERSE: { value: 'REVERSE', description: 'An earlier action was reversed.' },
  UPHOLD: { value: 'UPHOLD', description: 'An appeal was heard and the action stands.' },
  RELEASE_MESSAGE: { value: 'RELEASE_MESSAGE', description: 'A held message was released.' },
  REFUSE_MESSAGE: { value: 'REFUSE_MESSAGE', description: 'A held message was refused.' },
  ROLE: { value: 'ROLE', description: 'The role of the account was changed.' },
  RESET_FACTOR: {
    value: 'RESET_FACTOR',
    description: 'The operator removed the second factor of the account.',
  },
  ADD_NOTE: { value: 'ADD_NOTE', description: 'An internal note was added.' },
  REMOVE_NOTE: { value: 'REMOVE_NOTE', description: 'An internal note was removed.' },
  EVENING: { value: 'EVENING', description: 'An evening was scheduled, changed or cancelled.' },
  OPERATOR: { value: 'OPERATOR', description: 'The operator ran a command at the command line.' },
} as const satisfies EnumValues<LoggedAction['kind']>

const SANCTIONS = {
  WARN: { value: 'WARN', description: 'The member was warned.' },
  SUSPEND: { value: 'SUSPEND', description: 'The account was suspended for a number of days.' },
  PAUSE: { value: 'PAUSE', description: 'The server paused the account until a moderator decides.' },
  BAN: { value: 'BAN', description: 'The account was banned.' },
} as const satisfies EnumValues<SanctionRecord['kind']>

const DECISIONS = {
  DISMISS: { value: 'DISMISS', description: 'No action.' },
  WARN: { value: 'WARN', description: 'Notify the member and add a strike.' },
  SUSPEND: { value: 'SUSPEND', description: 'Suspend the account for a number of days.' },
  BAN: { value: 'BAN', description: 'Suspend the account without an end.' },
} as const satisfies EnumValues<DecisionKind>

const REPORT_KINDS = {
  MEMBER: { value: 'MEMBER', description: 'A member reported another member.' },
  MINOR: { value: 'MINOR', description: 'A member stated an age under 18.' },
  REPEATED: { value: 'REPEATED', description: 'Several members reported the same member.' },
  FILTER: { value: 'FILTER', description: 'The message filter held several messages.' },
  EVASION: { value: 'EVASION', description: 'A registration matches a banned member.' },
} as const satisfies EnumValues<QueuedReport['kind']>

const REPORT_CATEGORIES = {
  UNDERAGE: { value: 'UNDERAGE', description: 'The member may be under 18.' },
  THREAT: { value: 'THREAT', description: 'A threat or blackmail.' },
  SEXUAL: { value: 'SEXUAL', description: 'Unwanted sexual messages.' },
  HATE: { value: 'HATE', description: 'Hate against a group of people.' },
  MONEY: { value: 'MONEY', description: 'A request for money, or a scam.' },
  SPAM: { value: 'SPAM', description: 'Spam, or an account that is no person.' },
  SELF_HARM: { value: 'SELF_HARM', description: 'Self-harm or suicide.' },
  OTHER: { value: 'OTHER', description: 'Something else.' },
} as const satisfies EnumValues<ReportCategory>

const REPORT_STATUSES = {
  OPEN: { value: 'OPEN', description: 'No moderator has decided yet.' },
  DISMISSED: { value: 'DISMISSED', description: 'A moderator dismissed the report.' },
  ACTED: { value: 'ACTED', description: 'A moderator acted on the report.' },
} as const satisfies EnumValues<QueuedReport['status']>

const APPEAL_STATUSES = {
  OPEN: { value: 'OPEN', description: 'No moderator has decided yet.' },
  UPHELD: { value: 'UPHELD', description: 'The action stands.' },
  REVERSED: { value: 'REVERSED', description: 'The action was reversed.' },
} as const satisfies EnumValues<QueuedAppeal['status']>

const QUEUES = {
  OPEN: { value: 'OPEN', description: 'Entries that wait for a decision.' },
  DECIDED: { value: 'DECIDED', description: 'Entries that a moderator has decided.' },
} as const satisfies EnumValues<'OPEN' | 'DECIDED'>

/** The enums of moderation, for the console and for what a member sees of it. */
export function addModerationEnums(builder: Builder) {
  return {
    actionKind: builder.enumType('ModerationActionKind', {
      description: 'What an entry of the audit log records.',
      values: ACTIONS,
    }),
    sanction: builder.enumType('SanctionKind', {
      description: 'What moderation did about an account.',
      values: SANCTIONS,
    }),
    decision: builder.enumType('Decision', {
      description: 'What a moderator decides.',
      values: DECISIONS,
    }),
    reportKind: builder.enumType('ReportKind', {
      description: 'What caused a report.',
      values: REPORT_KINDS,
    }),
    reportCategory: builder.enumType('ReportCategory', {
      description: 'What a report is about, in the judgement of the member who made it.',
      values: REPORT_CATEGORIES,
    }),
    reportStatus: builder.enumType('ReportStatus', {
      description: 'The state of a report.',
      values: REPORT_STATUSES,
    }),
    appealStatus: builder.enumType('AppealStatus', {
      description: 'The state of an appeal.',
      values: APPEAL_STATUSES,
    }),
    queueStatus: builder.enumType('QueueStatus', {
      description: 'Which entries of a queue to return.',
      values: QUEUES,
    }),
  }
}

export type ModerationEnums = ReturnType<typeof addModerationEnums>
