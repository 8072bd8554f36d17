import * as z from 'zod'
import { reportModel } from '#schema/chat.fields.ts'
import { report } from '#schema/chat.ts'
import { LIMITS } from '#schema/limits.ts'
import { appealRequest } from '#schema/moderation.ts'
import { OPERATION_TEXTS } from '#schema/operations.fields.ts'
import { sentenceOf } from '#schema/translatable.ts'
import type { RecentChat } from '#server/domains/chat/index.ts'
import {
  type AccountStatus,
  type MyReport,
  outcomeText,
  type SanctionRecord,
} from '#server/domains/moderation/index.ts'
import { validate } from '#server/platform/validate.ts'
import { type Builder, memberOf } from '#server/transports/graphql/builder.ts'
import type { ModerationEnums } from './moderation-enums.ts'

const byId = z.object({ userId: z.uuid('Not an id') })

/** What a member does for their own safety, and what was done to their account. */
export function addSafety(builder: Builder, enums: ModerationEnums) {
  const blockedPerson = addBlockedPerson(builder)
  const recentChat = addRecentChat(builder)
  const myReport = addMyReport(builder, enums)
  const appeal = addAppeal(builder, enums)
  const warning = addWarning(builder, enums, appeal)
  const standing = addStanding(builder, warning)
  addSafetyQueries(builder, { blockedPerson, recentChat, myReport, standing })
  addSafetyMutations(builder, enums)
}

const addBlockedPerson = (builder: Builder) =>
  builder.objectRef<{ id: string; displayName: string; since: Date }>('BlockedPerson').implement({
    description: 'A member whom the caller has blocked.',
    fields: (t) => ({
      id: t.exposeID('id'),
      displayName: t.exposeString('displayName'),
      since: t.expose('since', { type: 'DateTime', description: 'When the caller blocked the member.' }),
    }),
  })

const addRecentChat = (builder: Builder) =>
  builder.objectRef<RecentChat>('RecentChat').implement({
    description: 'A recent chat of the caller, without its content.',
    fields: (t) => ({
      id: t.exposeID('id'),
      partnerId: t.exposeID('partnerId'),
      partnerDisplayName: t.exposeString('partnerDisplayName'),
      openedAt: t.expose('openedAt', { type: 'DateTime', description: 'When the chat was opened last.' }),
      endedAt: t.expose('endedAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When the chat ended. Null while it is open.',
      }),
      blocked: t.exposeBoolean('blocked', { description: 'Whether the caller blocked the partner.' }),
    }),
  })

const addMyReport = (builder: Builder, enums: ModerationEnums) =>
  builder.objectRef<MyReport>('MyReport').implement({
    description: 'A report that the caller made.',
    fields: (t) => ({
      id: t.exposeID('id'),
      displayName: t.exposeString('displayName', { description: 'The display name of the reported member.' }),
      reason: t.exposeString('reason', { description: 'The reason that the caller gave.' }),
      category: t.field({
        type: enums.reportCategory,
        nullable: true,
        description: 'What the report is about. Null without a choice.',
        resolve: (one) => one.category,
      }),
      created: t.expose('created', { type: 'DateTime', description: 'When the report was made.' }),
      status: t.field({
        type: enums.reportStatus,
        description: 'The state of the report.',
        resolve: (one) => one.status,
      }),
      outcome: t.string({
        nullable: true,
        description: 'The outcome in a sentence for the member. Null while the report is open.',
        resolve: ({ outcome }, _, { say }) => outcome && say(outcomeText(outcome)),
      }),
    }),
  })

const addAppeal = (builder: Builder, enums: ModerationEnums) =>
  builder.objectRef<NonNullable<SanctionRecord['appeal']>>('Appeal').implement({
    description: 'An appeal of the caller against an action.',
    fields: (t) => ({
      status: t.field({
        type: enums.appealStatus,
        description: 'The state of the appeal.',
        resolve: (one) => one.status,
      }),
      text: t.exposeString('text', { description: 'What the caller wrote.' }),
      answer: t.string({
        nullable: true,
        description: 'The answer of the moderator. Null while the appeal is open.',
        resolve: ({ answer }, _, { say }) => answer && say(sentenceOf(answer)),
      }),
    }),
  })

const addWarning = (builder: Builder, enums: ModerationEnums, appeal: ReturnType<typeof addAppeal>) =>
  builder.objectRef<SanctionRecord>('Warning').implement({
    description: 'An action of moderation about the account of the caller.',
    fields: (t) => ({
      actionId: t.exposeID('actionId', { description: 'The id of the action, as `appeal` takes it.' }),
      kind: t.field({
        type: enums.sanction,
        description: 'What was done.',
        resolve: (one) => one.kind,
      }),
      reason: t.string({
        description: 'The reason that was given.',
        // An automatic decision has a sentence of ours.
        resolve: ({ reason }, _, { say }) => say(sentenceOf(reason)),
      }),
      at: t.expose('at', { type: 'DateTime', description: 'When it was done.' }),
      until: t.expose('until', {
        type: 'DateTime',
        nullable: true,
        description: 'When it ends. Null when it has no end.',
      }),
      reversed: t.exposeBoolean('reversed', { description: 'Whether it was reversed.' }),
      strikeUntil: t.expose('strikeUntil', {
        type: 'DateTime',
        nullable: true,
        description: 'Until when it counts as a strike. Null when it is no strike.',
      }),
      appeal: t.field({
        type: appeal,
        nullable: true,
        description: 'The appeal of the caller. Null without one.',
        resolve: (one) => one.appeal,
      }),
    }),
  })

const addStanding = (builder: Builder, warning: ReturnType<typeof addWarning>) =>
  builder.objectRef<AccountStatus>('Standing').implement({
    description: 'Whether the account of the caller is in good standing.',
    fields: (t) => ({
      suspended: t.exposeBoolean('suspended', { description: 'Whether the account is suspended or banned.' }),
      banned: t.exposeBoolean('banned', { description: 'Whether the account is banned.' }),
      until: t.expose('until', {
        type: 'DateTime',
        nullable: true,
        description: 'When the suspension ends. Null without one, and for a ban.',
      }),
      history: t.field({
        type: [warning],
        description: 'What was done about the account, the newest first.',
        resolve: ({ history }) => history,
      }),
    }),
  })

function addSafetyQueries(
  builder: Builder,
  {
    blockedPerson,
    recentChat,
    myReport,
    standing,
  }: {
    blockedPerson: ReturnType<typeof addBlockedPerson>
    recentChat: ReturnType<typeof addRecentChat>
    myReport: ReturnType<typeof addMyReport>
    standing: ReturnType<typeof addStanding>
  },
) {
  builder.queryFields((t) => ({
    blockedPeople: t.field({
      type: [blockedPerson],
      description: 'The members whom the caller has blocked.',
      resolve: (_, __, context) => context.domains.moderation.blockedPeople(memberOf(context).id),
    }),
    recentChats: t.field({
      type: [recentChat],
      description: `The open chats of the caller and those that ended in the last ${LIMITS.recentChatHours} hours, the latest first, a hundred at most. For members who want to report or block a partner after a chat.`,
      resolve: (_, __, context) => context.domains.chat.recentChats(memberOf(context).id),
    }),
    myReports: t.field({
      type: [myReport],
      description: 'The reports that the caller made, the newest first, a hundred at most.',
      resolve: (_, __, context) => context.domains.moderation.myReports(memberOf(context).id),
    }),
    standing: t.field({
      type: standing,
      description: 'The standing of the account. Suspended members may read it too.',
      skipTypeScopes: true,
      authScopes: { account: true },
      resolve: (_, __, context) => context.domains.moderation.decisions.accountStatus(memberOf(context).id),
    }),
  }))
}

function addSafetyMutations(builder: Builder, enums: ModerationEnums) {
  builder.mutationFields((t) => ({
    block: t.boolean({
      description: OPERATION_TEXTS.blockUser,
      args: { userId: t.arg.id() },
      async resolve(_, args, context) {
        await context.domains.moderation.block(memberOf(context).id, validate(byId, args).userId)
        return true
      },
    }),
    unblock: t.boolean({
      description: OPERATION_TEXTS.unblockUser,
      args: { userId: t.arg.id() },
      async resolve(_, args, context) {
        await context.domains.moderation.unblock(memberOf(context).id, validate(byId, args).userId)
        return true
      },
    }),
    report: t.boolean({
      description: OPERATION_TEXTS.reportUser,
      args: {
        userId: t.arg.id({ description: reportModel.fields.reportedUserId }),
        reason: t.arg.string({ description: reportModel.fields.reason }),
        category: t.arg({
          type: enums.reportCategory,
          required: false,
          description: reportModel.fields.category,
        }),
      },
      async resolve(_, { userId, reason, category }, context) {
        const input = validate(report, { reportedUserId: userId, reason, category: category ?? undefined })
        const { id, isNewAccount } = memberOf(context)
        const { reportedUserId: reportedId, ...said } = input
        await context.domains.moderation.report({ ...said, reporterId: id, reportedId, isNewAccount })
        return true
      },
    }),
    appeal: t.boolean({
      skipTypeScopes: true,
      authScopes: { account: true },
      description: 'Appeals against an action. Each action can be appealed once.',
      args: {
        actionId: t.arg.id(),
        text: t.arg.string({
          description: `Why the action was a mistake, in up to ${LIMITS.reportReason.max} characters.`,
        }),
      },
      async resolve(_, args, context) {
        const { actionId, text } = validate(appealRequest, args)
        await context.domains.moderation.decisions.appeal(memberOf(context).id, actionId, text)
        return true
      },
    }),
  }))
}
