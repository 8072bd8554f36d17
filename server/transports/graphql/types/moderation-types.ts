import type { ObjectRef } from '@pothos/core'
import type { Evidence } from '#schema/moderation.ts'
import { shownNameOf } from '#schema/partner-name.ts'
import type { UserDetail } from '#server/domains/admin/index.ts'
import type {
  Arrivals,
  HeldMessage,
  LoggedAction,
  NamedMember,
  QueuedAppeal,
  QueuedReport,
} from '#server/domains/moderation/index.ts'
import { type Builder, type GraphqlTypes, loadersOf, memberOf } from '#server/transports/graphql/builder.ts'
import { connectionType } from '#server/transports/graphql/pages.ts'
import type { AdminTypes } from './admin.ts'
import type { ModerationEnums } from './moderation-enums.ts'

/** Entries about one member that the console shows. */
const ABOUT_ONE = 50

/** The types of the moderation console. */
export function addModerationTypes(builder: Builder, { user }: AdminTypes, enums: ModerationEnums) {
  const person = addPerson(builder)
  const action = addAction(builder, enums, person)
  const evidence = addEvidence(builder)
  const report = addReport(builder, enums, { person, action, evidence })
  const appeal = addAppeal(builder, enums, person, action)
  const held = addHeld(builder, person)
  const arrivals = addArrivals(builder)
  return {
    person,
    evidence,
    report,
    arrivals,
    detail: addDetail(builder, { user, report, action }),
    reports: connectionType(builder, 'Report', { node: report, entries: 'reports' }),
    appeals: connectionType(builder, 'QueuedAppeal', { node: appeal, entries: 'appeals' }),
    heldMessages: connectionType(builder, 'HeldMessage', { node: held, entries: 'held messages' }),
    actions: connectionType(builder, 'ModerationAction', { node: action, entries: 'actions' }),
  }
}

const addPerson = (builder: Builder) =>
  builder.objectRef<NamedMember>('PersonInQueue').implement({
    description: 'A member as the moderation console names them.',
    fields: (t) => ({
      id: t.exposeID('id'),
      displayName: t.string({
        resolve: ({ displayName }) => shownNameOf(displayName),
      }),
    }),
  })

const addAppeal = (
  builder: Builder,
  enums: ModerationEnums,
  person: ReturnType<typeof addPerson>,
  action: ReturnType<typeof addAction>,
) =>
  builder.objectRef<QueuedAppeal>('QueuedAppeal').implement({
    description: 'An appeal against an action.',
    fields: (t) => ({
      id: t.exposeID('id'),
      text: t.exposeString('text', { description: 'What the member wrote.' }),
      status: t.field({
        type: enums.appealStatus,
        description: 'The state of the appeal.',
        resolve: (one) => one.status,
      }),
      created: t.expose('created', { type: 'DateTime', description: 'When the appeal was made.' }),
      answer: t.exposeString('answer', {
        nullable: true,
        description: 'The answer of the moderator. Null while the appeal is open.',
      }),
      person: t.field({
        type: person,
        description: 'The member who appeals.',
        resolve: (one) => one.person,
      }),
      action: t.field({
        type: action,
        nullable: true,
        description: 'The action that the appeal is against. Null when it is no longer kept.',
        resolve: (one) => one.action,
      }),
    }),
  })

const addHeld = (builder: Builder, person: ReturnType<typeof addPerson>) =>
  builder.objectRef<HeldMessage>('HeldMessage').implement({
    description: 'A message that the filter held back.',
    fields: (t) => ({
      id: t.exposeID('id'),
      text: t.exposeString('text'),
      rule: t.exposeString('rule', {
        description: 'The name of the rule that held it: `slur`, `solicitation` or `operator`.',
      }),
      created: t.expose('created', { type: 'DateTime', description: 'When the message was held.' }),
      sender: t.field({
        type: person,
        description: 'The member who sent it.',
        resolve: ({ sender }) => sender,
      }),
    }),
  })

const addArrivals = (builder: Builder) =>
  builder.objectRef<Arrivals>('ReportArrivals').implement({
    description: 'The open reports that arrived after a moment.',
    fields: (t) => ({
      count: t.exposeInt('count', { description: 'The number of reports.' }),
      latest: t.expose('latest', {
        type: 'DateTime',
        nullable: true,
        description: 'When the latest open report arrived. Null without open reports.',
      }),
    }),
  })

export type ModerationTypes = ReturnType<typeof addModerationTypes>

type Ref<Shape> = ObjectRef<GraphqlTypes, Shape>

function addAction(builder: Builder, enums: ModerationEnums, person: Ref<NamedMember>) {
  return builder.objectRef<LoggedAction>('ModerationAction').implement({
    description: 'An entry of the audit log.',
    fields: (t) => ({
      id: t.exposeID('id'),
      at: t.expose('at', { type: 'DateTime', description: 'When it was done.' }),
      kind: t.field({ type: enums.actionKind, description: 'What was done.', resolve: (one) => one.kind }),
      reason: t.exposeString('reason', { description: 'The reason that was given.' }),
      until: t.expose('until', {
        type: 'DateTime',
        nullable: true,
        description: 'When it ends. Null when it has no end.',
      }),
      reportId: t.exposeID('reportId', {
        nullable: true,
        description: 'The id of the report that it decided. Null without one.',
      }),
      reversed: t.exposeID('reversed', {
        nullable: true,
        description: 'The id of the action that it reversed. Null without one.',
      }),
      actor: t.field({
        type: person,
        nullable: true,
        description: 'The member of staff who did it. Null for the server and the command line.',
        resolve: ({ actor }) => actor,
      }),
      subject: t.field({
        type: person,
        nullable: true,
        description: 'The member that it is about.',
        resolve: ({ subject }) => subject,
      }),
    }),
  })
}

const addEvidence = (builder: Builder) =>
  builder.objectRef<Evidence[number]>('EvidenceMessage').implement({
    description: 'A copy of a message, kept as evidence.',
    fields: (t) => ({
      id: t.exposeID('id'),
      senderId: t.exposeID('senderId'),
      text: t.exposeString('message'),
      time: t.expose('time', { type: 'DateTime', description: 'When the message was stored.' }),
      about: t.string({
        nullable: true,
        description: 'The part of the text that the report is about. Null for context.',
        resolve: ({ about }) => about ?? null,
      }),
    }),
  })

function addReport(
  builder: Builder,
  enums: ModerationEnums,
  {
    person,
    action,
    evidence,
  }: { person: Ref<NamedMember>; action: Ref<LoggedAction>; evidence: Ref<Evidence[number]> },
) {
  return builder.objectRef<QueuedReport>('Report').implement({
    description: 'A report about a member.',
    fields: (t) => ({
      id: t.exposeID('id'),
      kind: t.field({
        type: enums.reportKind,
        description: 'What caused the report.',
        resolve: (one) => one.kind,
      }),
      status: t.field({
        type: enums.reportStatus,
        description: 'The state of the report.',
        resolve: (one) => one.status,
      }),
      category: t.field({
        type: enums.reportCategory,
        nullable: true,
        description: 'What the report is about, as the reporter chose it. Null without a choice.',
        resolve: (one) => one.category,
      }),
      priority: t.exposeInt('priority', { description: 'How urgent the report is; higher comes first.' }),
      reason: t.exposeString('reason', { description: 'What happened.' }),
      created: t.expose('created', { type: 'DateTime', description: 'When the report was made.' }),
      decidedAt: t.expose('decidedAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When a moderator decided. Null while the report is open.',
      }),
      reported: t.field({
        type: person,
        description: 'The member who was reported.',
        resolve: (one) => one.reported,
      }),
      reporter: t.field({
        type: person,
        nullable: true,
        description: 'The member who made the report. Null for a report of the server.',
        resolve: (one) => one.reporter,
      }),
      evidence: t.field({
        type: [evidence],
        description: 'The latest messages at the time of the report.',
        resolve: (one) => one.evidence,
      }),
      decisions: t.field({
        type: [action],
        description: 'The actions that decided the report or reversed a decision, the oldest first.',
        resolve: (one, _, context) => loadersOf(context).decisionsOn(one),
      }),
    }),
  })
}

function addDetail(
  builder: Builder,
  {
    user,
    report,
    action,
  }: { user: AdminTypes['user']; report: Ref<QueuedReport>; action: Ref<LoggedAction> },
) {
  return builder.objectRef<UserDetail>('PersonDetail').implement({
    description: 'What a moderator needs to decide about a member.',
    fields: (t) => ({
      user: t.field({ type: user, resolve: (one) => one.user }),
      interests: t.exposeStringList('interests'),
      bannedAt: t.expose('bannedAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When the account was banned. Null without a ban.',
      }),
      suspendedUntil: t.expose('suspendedUntil', {
        type: 'DateTime',
        nullable: true,
        description: 'When the suspension ends. Null without one.',
      }),
      conversations: t.exposeInt('conversations', { description: 'The number of conversations.' }),
      reportsMade: t.exposeInt('reportsMade', { description: 'The number of reports by the member.' }),
      reportsReceived: t.exposeInt('reportsReceived', {
        description: 'The number of reports about the member.',
      }),
      blocksReceived: t.exposeInt('blocksReceived', {
        description: 'The number of members who blocked the member.',
      }),
      openStrikes: t.exposeInt('openStrikes', { description: 'The number of strikes that still count.' }),
      reports: t.field({
        type: [report],
        description: `The reports about the member, the newest first, ${ABOUT_ONE} at most.`,
        resolve: (one, _, context) =>
          context.domains.moderationQueues.queue.reportsAbout(memberOf(context), one.user.id),
      }),
      actions: t.field({
        type: [action],
        description: `The actions about the member, the newest first, ${ABOUT_ONE} at most.`,
        async resolve(one, _, context) {
          const about = { userId: one.user.id }
          const { queue } = context.domains.moderationQueues
          return (await queue.auditLog(memberOf(context), about, { size: ABOUT_ONE })).elements
        },
      }),
    }),
  })
}
