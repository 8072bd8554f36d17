import type { ArgBuilder } from '@pothos/core'
import * as z from 'zod'
import {
  appealDecision,
  auditLogFilter,
  type Decision,
  type DecisionKind,
  decision,
  reversal,
} from '#schema/moderation.ts'
import { validate } from '#server/platform/validate.ts'
import {
  type Builder,
  type GraphqlContext,
  type GraphqlTypes,
  memberOf,
} from '#server/transports/graphql/builder.ts'
import {
  connectionOf,
  keyedConnectionOf,
  keyedPlaceOf,
  pageArgs,
  placeOf,
} from '#server/transports/graphql/pages.ts'
import type { AdminTypes } from './admin.ts'
import type { ModerationEnums } from './moderation-enums.ts'
import { addHeldDecisions } from './moderation-held.ts'
import { addModerationLanguages } from './moderation-languages.ts'
import { addModerationTeam } from './moderation-team.ts'
import { addModerationTypes, type ModerationTypes } from './moderation-types.ts'
import type { PersonEnums } from './person-enums.ts'

const uuid = z.uuid('Not an id')
const byId = z.object({ id: uuid })

const authScopes = { moderator: true }

/** What moderators read and decide. */
export function addModeration(
  builder: Builder,
  admin: AdminTypes,
  enums: ModerationEnums,
  language: PersonEnums['language'],
) {
  const types = addModerationTypes(builder, admin, enums)
  addModerationTeam(builder, types)
  addModerationLanguages(builder, types, language)
  addQueues(builder, types, enums)
  addReportQueries(builder, types, enums)
  addAuditLog(builder, types, enums)
  addDecisions(builder, enums)
  addReversals(builder)
  addHeldDecisions(builder)
}

function addQueues(
  builder: Builder,
  { reports, appeals, heldMessages }: ModerationTypes,
  enums: ModerationEnums,
) {
  builder.queryFields((t) => {
    const paged = pageArgs(t.arg)
    const queued = {
      ...paged,
      status: t.arg({
        type: enums.queueStatus,
        defaultValue: 'OPEN',
        description: 'Whether to return entries that wait for a decision or that were decided.',
      }),
    }
    const category = t.arg({
      type: enums.reportCategory,
      required: false,
      description: 'Returns only the reports of this category.',
    })
    return {
      reports: t.field({
        type: reports,
        authScopes,
        description: 'The reports, the most urgent first.',
        args: { ...queued, category },
        async resolve(_, args, context) {
          const place = placeOf(args)
          const filter = { status: args.status, category: args.category ?? null }
          return connectionOf(await queue(context).reports(memberOf(context), filter, place), place)
        },
      }),
      appeals: t.field({
        type: appeals,
        authScopes,
        description: 'The appeals. Open ones come the oldest first.',
        args: queued,
        async resolve(_, args, context) {
          const place = placeOf(args)
          return connectionOf(await queue(context).appeals(memberOf(context), args.status, place), place)
        },
      }),
      heldMessages: t.field({
        type: heldMessages,
        authScopes,
        description: 'The messages that the filter held back, the oldest first.',
        args: paged,
        async resolve(_, args, { domains }) {
          const place = placeOf(args)
          return connectionOf(await domains.moderationQueues.heldMessages.list(place), place)
        },
      }),
    }
  })
}

function addReportQueries(
  builder: Builder,
  { report, arrivals, detail }: ModerationTypes,
  enums: ModerationEnums,
) {
  builder.queryFields((t) => ({
    reportCase: t.field({
      type: report,
      authScopes,
      description: 'One report with its evidence.',
      args: { id: t.arg.id() },
      resolve: (_, args, context) => queue(context).report(memberOf(context), validate(byId, args).id),
    }),
    reportArrivals: t.field({
      type: arrivals,
      authScopes,
      description: 'The number of open reports that arrived after a moment.',
      args: {
        since: t.arg({
          type: 'DateTime',
          required: false,
          description: 'Counts reports after this moment. Without it every open report counts.',
        }),
        category: t.arg({
          type: enums.reportCategory,
          required: false,
          description: 'Counts only the reports of this category.',
        }),
      },
      resolve: (_, { since, category }, context) =>
        queue(context).arrivals(memberOf(context), since ?? null, category ?? null),
    }),
    person: t.field({
      type: detail,
      authScopes,
      description: 'What a moderator needs to decide about a member.',
      args: { id: t.arg.id() },
      resolve: (_, args, context) =>
        context.domains.admin.userDetail(memberOf(context), validate(byId, args).id),
    }),
  }))
}

function addAuditLog(builder: Builder, { actions }: ModerationTypes, enums: ModerationEnums) {
  builder.queryFields((t) => ({
    auditLog: t.field({
      type: actions,
      authScopes,
      description: 'The audit log, the newest first.',
      args: {
        ...pageArgs(t.arg),
        ...auditLogArgs(t.arg, enums),
      },
      async resolve(_, { first, after, kinds, ...args }, context) {
        const place = keyedPlaceOf({ first, after })
        const filter = { ...validate(auditLogFilter, args), kinds }
        return keyedConnectionOf(await queue(context).auditLog(memberOf(context), filter, place), place)
      },
    }),
  }))
}

const auditLogArgs = (arg: ArgBuilder<GraphqlTypes>, enums: ModerationEnums) => ({
  userId: arg.id({ required: false, description: 'Returns actions about this member alone.' }),
  actorId: arg.id({
    required: false,
    description: 'Returns actions of this member of staff alone.',
  }),
  automatic: arg.boolean({
    required: false,
    description: 'Returns what the server and the command line did alone, if true.',
  }),
  kinds: arg({
    type: arg.listRef(enums.actionKind),
    required: false,
    description: 'Returns actions of these kinds alone.',
  }),
  from: arg({ type: 'DateTime', required: false, description: 'Returns actions from here on.' }),
  until: arg({ type: 'DateTime', required: false, description: 'Returns actions before this.' }),
  search: arg.string({
    required: false,
    description: 'Returns actions with this text in their reason or in one of their names.',
  }),
})

function addDecisions(builder: Builder, enums: ModerationEnums) {
  builder.mutationFields((t) => {
    const decisionArgs = {
      id: t.arg.id(),
      kind: t.arg({ type: enums.decision, description: 'The decision.' }),
      reason: t.arg.string({ description: 'The reason. The member reads it.' }),
      days: t.arg.int({
        required: false,
        description: 'How long a suspension lasts: 1 to 365 days. Needed for SUSPEND alone.',
      }),
    }
    const decided = ({ id, kind, reason, days }: DecisionArgs) => ({
      id: validate(byId, { id }).id,
      decision: validate(decision, { kind, reason, days: days ?? undefined }),
    })
    return {
      decideReport: t.boolean({
        authScopes,
        description:
          'Decides a report. The reported member learns the reason; the reporter learns whether we acted. A suspension or a ban closes every open report about the member.',
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
        description: 'Decides about a member without a report.',
        args: decisionArgs,
        async resolve(_, args, context) {
          const input = decided(args)
          await assertMayDecide(context, input.decision)
          await moderation(context).decideAbout(memberOf(context), input.id, input.decision)
          return true
        },
      }),
    }
  })
}

function addReversals(builder: Builder) {
  builder.mutationFields((t) => ({
    reverseAction: t.boolean({
      authScopes,
      description: 'Reverses an action and its consequences. Open appeals against it are granted.',
      args: {
        id: t.arg.id(),
        reason: t.arg.string({ description: 'The reason. The member reads it.' }),
      },
      async resolve(_, args, context) {
        const { id, reason } = validate(reversal, args)
        await moderation(context).reverse(memberOf(context), id, reason)
        return true
      },
    }),
    decideAppeal: t.boolean({
      authScopes,
      description: 'Decides an appeal. Needs another moderator than the one who acted or made the report.',
      args: {
        id: t.arg.id(),
        reverse: t.arg.boolean({ description: 'Whether to reverse the action.' }),
        answer: t.arg.string({ description: 'The answer. The member reads it.' }),
      },
      async resolve(_, args, context) {
        const { id, ...hearing } = validate(appealDecision, args)
        await moderation(context).decideAppeal(memberOf(context), { appealId: id, ...hearing })
        return true
      },
    }),
  }))
}

interface DecisionArgs {
  id: string
  kind: DecisionKind
  reason: string
  days?: number | null | undefined
}

/** A ban needs a fresh second factor. @throws ApiError FRESH_FACTOR_REQUIRED */
async function assertMayDecide(context: GraphqlContext, { kind }: Decision) {
  if (kind === 'BAN') await context.domains.accounts.secondFactor.assertFresh(memberOf(context))
}

const queue = ({ domains }: GraphqlContext) => domains.moderationQueues.queue
const moderation = ({ domains }: GraphqlContext) => domains.moderation.decisions
