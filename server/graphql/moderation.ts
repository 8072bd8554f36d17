import * as z from 'zod'
import type { Evidence } from '#schema/moderation.ts'
import { appealDecision, DECISIONS, type Decision, decision, reversal } from '#schema/moderation.ts'
import type {
  Arrivals,
  HeldMessage,
  LoggedAction,
  PersonDetail,
  PersonInQueue,
  QueuedAppeal,
  QueuedReport,
} from '../admin/index.ts'
import type { AdminTypes } from './admin.ts'
import { type Builder, type GraphqlContext, loadersOf, memberOf } from './builder.ts'
import { accept } from './input.ts'
import { connectionOf, connectionType, placeOf } from './pages.ts'

const uuid = z.uuid('Not an id')
const byId = z.object({ id: uuid })
const sinceThen = z.object({ since: z.iso.datetime('Not a moment').nullable() })
const bySubject = z.object({ userId: uuid.nullable() })

export function addModeration(builder: Builder, { user }: AdminTypes) {
  const authScopes = { moderator: true }
  const queueStatus = builder.enumType('QueueStatus', { values: ['OPEN', 'DECIDED'] as const })
  const decisionKind = builder.enumType('Decision', { values: DECISIONS })

  const person = builder.objectRef<PersonInQueue>('PersonInQueue').implement({
    fields: (t) => ({ id: t.exposeID('id'), displayName: t.exposeString('displayName') }),
  })
  const said = builder.objectRef<Evidence[number]>('EvidenceMessage').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      senderId: t.exposeID('senderId'),
      text: t.exposeString('message'),
      time: t.exposeString('time'),
    }),
  })
  const action = builder.objectRef<LoggedAction>('ModerationAction').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      at: t.string({ resolve: ({ at }) => at.toISOString() }),
      kind: t.exposeString('kind'),
      reason: t.exposeString('reason'),
      until: t.string({ nullable: true, resolve: ({ until }) => until?.toISOString() ?? null }),
      reportId: t.exposeID('reportId', { nullable: true }),
      reversed: t.exposeID('reversed', { nullable: true }),
      /** Null for our own defences and the command line. */
      actor: t.field({ type: person, nullable: true, resolve: ({ actor }) => actor }),
      subject: t.field({ type: person, nullable: true, resolve: ({ subject }) => subject }),
    }),
  })
  const report = builder.objectRef<QueuedReport>('Report').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      kind: t.exposeString('kind'),
      status: t.exposeString('status'),
      priority: t.exposeInt('priority'),
      reason: t.exposeString('reason'),
      created: t.string({ resolve: ({ created }) => created.toISOString() }),
      decidedAt: t.string({ nullable: true, resolve: ({ decidedAt }) => decidedAt?.toISOString() ?? null }),
      reported: t.field({ type: person, resolve: (one) => one.reported }),
      reporter: t.field({ type: person, nullable: true, resolve: (one) => one.reporter }),
      evidence: t.field({ type: [said], resolve: (one) => one.evidence }),
      /** What decided it, and what took that back. */
      decisions: t.field({
        type: [action],
        resolve: (one, _, context) => loadersOf(context).decisionsOn(one),
      }),
    }),
  })
  const appeal = builder.objectRef<QueuedAppeal>('QueuedAppeal').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      text: t.exposeString('text'),
      status: t.exposeString('status'),
      created: t.string({ resolve: ({ created }) => created.toISOString() }),
      answer: t.exposeString('answer', { nullable: true }),
      person: t.field({ type: person, resolve: (one) => one.person }),
      action: t.field({ type: action, nullable: true, resolve: (one) => one.action }),
    }),
  })
  const detail = builder.objectRef<PersonDetail>('PersonDetail').implement({
    fields: (t) => ({
      user: t.field({ type: user, resolve: (one) => one.user }),
      interests: t.exposeStringList('interests'),
      bannedAt: t.string({ nullable: true, resolve: (one) => one.bannedAt?.toISOString() ?? null }),
      suspendedUntil: t.string({
        nullable: true,
        resolve: (one) => one.suspendedUntil?.toISOString() ?? null,
      }),
      conversations: t.exposeInt('conversations'),
      reportsMade: t.exposeInt('reportsMade'),
      reportsReceived: t.exposeInt('reportsReceived'),
      blocksReceived: t.exposeInt('blocksReceived'),
      openStrikes: t.exposeInt('openStrikes'),
      reports: t.field({
        type: [report],
        resolve: (one, _, context) => queue(context).reportsAbout(memberOf(context), one.user.id),
      }),
      actions: t.field({
        type: [action],
        async resolve(one, _, { rooms }) {
          return (await rooms.admin.queue.auditLog(one.user.id, { pageNumber: 0, size: 50 })).elements
        },
      }),
    }),
  })
  const held = builder.objectRef<HeldMessage>('HeldMessage').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      text: t.exposeString('text'),
      rule: t.exposeString('rule'),
      created: t.string({ resolve: ({ created }) => created.toISOString() }),
      sender: t.field({ type: person, resolve: ({ sender }) => sender }),
    }),
  })
  const arrivals = builder.objectRef<Arrivals>('ReportArrivals').implement({
    fields: (t) => ({
      count: t.exposeInt('count'),
      latest: t.string({ nullable: true, resolve: ({ latest }) => latest?.toISOString() ?? null }),
    }),
  })
  const heldMessages = connectionType(builder, 'HeldMessage', held)
  const reports = connectionType(builder, 'Report', report)
  const appeals = connectionType(builder, 'QueuedAppeal', appeal)
  const actions = connectionType(builder, 'ModerationAction', action)

  builder.queryFields((t) => {
    const paged = { first: t.arg.int({ required: false }), after: t.arg.string({ required: false }) }
    const queued = { ...paged, status: t.arg({ type: queueStatus, defaultValue: 'OPEN' }) }
    return {
      reports: t.field({
        type: reports,
        authScopes,
        args: queued,
        async resolve(_, args, context) {
          const place = placeOf(args)
          return connectionOf(await queue(context).reports(memberOf(context), args.status, place), place)
        },
      }),
      reportCase: t.field({
        type: report,
        authScopes,
        args: { id: t.arg.id() },
        resolve: (_, args, context) => queue(context).report(memberOf(context), accept(byId, args).id),
      }),
      reportArrivals: t.field({
        type: arrivals,
        authScopes,
        args: { since: t.arg.string({ required: false }) },
        resolve(_, args, context) {
          const { since } = accept(sinceThen, { since: args.since ?? null })
          return queue(context).arrivals(memberOf(context), since === null ? null : new Date(since))
        },
      }),
      appeals: t.field({
        type: appeals,
        authScopes,
        args: queued,
        async resolve(_, args, context) {
          const place = placeOf(args)
          return connectionOf(await queue(context).appeals(memberOf(context), args.status, place), place)
        },
      }),
      heldMessages: t.field({
        type: heldMessages,
        authScopes,
        args: paged,
        async resolve(_, args, { rooms }) {
          const place = placeOf(args)
          return connectionOf(await rooms.admin.heldMessages.list(place), place)
        },
      }),
      auditLog: t.field({
        type: actions,
        authScopes,
        args: { ...paged, userId: t.arg.id({ required: false }) },
        async resolve(_, args, { rooms }) {
          const place = placeOf(args)
          const { userId } = accept(bySubject, { userId: args.userId ?? null })
          return connectionOf(await rooms.admin.queue.auditLog(userId, place), place)
        },
      }),
      person: t.field({
        type: detail,
        authScopes,
        args: { id: t.arg.id() },
        resolve: (_, args, context) => context.rooms.admin.person(memberOf(context), accept(byId, args).id),
      }),
    }
  })

  builder.mutationFields((t) => {
    const decisionArgs = {
      id: t.arg.id(),
      kind: t.arg({ type: decisionKind }),
      reason: t.arg.string(),
      /** How long a suspension lasts. */
      days: t.arg.int({ required: false }),
    }
    const decided = ({ id, kind, reason, days }: DecisionArgs) => ({
      id: accept(byId, { id }).id,
      decision: accept(decision, { kind, reason, days: days ?? undefined }),
    })
    return {
      decideReport: t.boolean({
        authScopes,
        args: decisionArgs,
        async resolve(_, args, context) {
          const input = decided(args)
          await assertMayDecide(context, input.decision)
          await moderation(context).decideReport(memberOf(context), input.id, input.decision)
          return true
        },
      }),
      decideAboutPerson: t.boolean({
        authScopes,
        args: decisionArgs,
        async resolve(_, args, context) {
          const input = decided(args)
          await assertMayDecide(context, input.decision)
          await moderation(context).decideAbout(memberOf(context), input.id, input.decision)
          return true
        },
      }),
      reverseAction: t.boolean({
        authScopes,
        args: { id: t.arg.id(), reason: t.arg.string() },
        async resolve(_, args, context) {
          const { id, reason } = accept(reversal, args)
          await moderation(context).reverse(memberOf(context), id, reason)
          return true
        },
      }),
      decideHeldMessage: t.boolean({
        authScopes,
        args: { id: t.arg.id(), release: t.arg.boolean() },
        async resolve(_, { id, release }, context) {
          await context.rooms.admin.heldMessages.decide(memberOf(context), accept(byId, { id }).id, release)
          return true
        },
      }),
      decideAppeal: t.boolean({
        authScopes,
        args: { id: t.arg.id(), reverse: t.arg.boolean(), answer: t.arg.string() },
        async resolve(_, args, context) {
          const { id, ...hearing } = accept(appealDecision, args)
          await moderation(context).decideAppeal(memberOf(context), { appealId: id, ...hearing })
          return true
        },
      }),
    }
  })
}

interface DecisionArgs {
  id: string
  kind: (typeof DECISIONS)[number]
  reason: string
  days?: number | null | undefined
}

/** A ban needs a fresh second factor. @throws ApiError FRESH_FACTOR_REQUIRED */
async function assertMayDecide(context: GraphqlContext, { kind }: Decision) {
  if (kind === 'BAN') await context.rooms.accounts.secondFactor.assertFresh(memberOf(context))
}

const queue = ({ rooms }: GraphqlContext) => rooms.admin.queue
const moderation = ({ rooms }: GraphqlContext) => rooms.safety.moderation
