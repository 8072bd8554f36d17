import * as z from 'zod'
import { bulkDismissal, CLAIM, MAX_BULK, newNote } from '#schema/moderation.ts'
import type {
  Dismissals,
  ModeratorNote,
  QueueCounts,
  RefusedDismissal,
  ReportClaim,
} from '#server/domains/moderation/index.ts'
import { validate } from '#server/platform/validate.ts'
import { type Builder, loadersOf, memberOf } from '#server/transports/graphql/builder.ts'
import { CHANGES, type Change, moderationChanges } from './moderation-changes.ts'
import type { ModerationTypes } from './moderation-types.ts'

const byId = z.object({ id: z.uuid('Not an id') })
const authScopes = { moderator: true }

/** What several moderators need to work on the same queues. */
export function addModerationTeam(builder: Builder, types: ModerationTypes) {
  addClaims(builder, types)
  addNotes(builder, types)
  addDismissals(builder)
  addCounts(builder)
  addChanges(builder, types)
}

function addClaims(builder: Builder, { person, report }: ModerationTypes) {
  const claim = builder.objectRef<ReportClaim>('ReportClaim').implement({
    description: 'A moderator looks at a report. A claim forbids nothing.',
    fields: (t) => ({
      by: t.field({ type: person, description: 'The moderator.', resolve: (one) => one.by }),
      until: t.expose('until', {
        type: 'DateTime',
        description: 'When the claim ends unless it is renewed.',
      }),
    }),
  })
  builder.objectField(report, 'claim', (t) =>
    t.field({
      type: claim,
      nullable: true,
      description:
        'The moderator who looks at the report now. Null while there is none, and once it is decided.',
      resolve: (one, _, context) => loadersOf(context).claimOn(one),
    }),
  )
  builder.mutationFields((t) => ({
    claimReport: t.field({
      type: claim,
      authScopes,
      description: `Says to other moderators that the caller looks at an open report, for ${CLAIM.lasts / 60_000} minutes. Returns the claim that counts, which may be another moderator's.`,
      args: { id: t.arg.id() },
      resolve: (_, args, context) =>
        context.domains.moderationQueues.claims.claim(memberOf(context), validate(byId, args).id),
    }),
    releaseReport: t.boolean({
      authScopes,
      description: 'Ends the claim of the caller on a report.',
      args: { id: t.arg.id() },
      async resolve(_, args, context) {
        await context.domains.moderationQueues.claims.release(memberOf(context), validate(byId, args).id)
        return true
      },
    }),
  }))
}

function addNotes(builder: Builder, { person, detail }: ModerationTypes) {
  const note = builder.objectRef<ModeratorNote>('ModeratorNote').implement({
    description: 'What a moderator wrote about a member for other moderators.',
    fields: (t) => ({
      id: t.exposeID('id'),
      text: t.exposeString('text'),
      created: t.expose('created', { type: 'DateTime', description: 'When the note was written.' }),
      reportId: t.exposeID('reportId', {
        nullable: true,
        description: 'The id of the report that it is about. Null for a note on the member alone.',
      }),
      author: t.field({
        type: person,
        nullable: true,
        description: 'The moderator who wrote it. Null once their account is gone.',
        resolve: (one) => one.author,
      }),
    }),
  })
  builder.objectField(detail, 'notes', (t) =>
    t.field({
      type: [note],
      description: 'Internal notes about the member, the newest first. Empty for the account of the caller.',
      resolve: (one, _, context) =>
        context.domains.moderationQueues.notes.about(memberOf(context), one.user.id),
    }),
  )
  builder.mutationFields((t) => ({
    addNote: t.field({
      type: note,
      authScopes,
      description: 'Adds an internal note about a member. The member never sees it.',
      args: {
        userId: t.arg.id(),
        reportId: t.arg.id({ required: false, description: 'The id of a report about the member.' }),
        text: t.arg.string({ description: 'What other moderators should know.' }),
      },
      resolve: (_, { reportId = null, ...args }, context) =>
        context.domains.moderationQueues.notes.add(
          memberOf(context),
          validate(newNote, { ...args, reportId }),
        ),
    }),
    removeNote: t.boolean({
      authScopes,
      description: 'Removes an internal note: its own author, or an administrator.',
      args: { id: t.arg.id() },
      async resolve(_, args, context) {
        await context.domains.moderationQueues.notes.remove(memberOf(context), validate(byId, args).id)
        return true
      },
    }),
  }))
}

function addDismissals(builder: Builder) {
  const refusal = builder.objectRef<RefusedDismissal>('RefusedDismissal').implement({
    description: 'A report that was not dismissed.',
    fields: (t) => ({
      id: t.exposeID('id'),
      code: t.exposeString('code', { description: 'The error code.' }),
      message: t.exposeString('message', { description: 'Why it was not dismissed.' }),
    }),
  })
  const dismissals = builder.objectRef<Dismissals>('Dismissals').implement({
    description: 'What became of several reports.',
    fields: (t) => ({
      dismissed: t.field({
        type: t.listRef('ID'),
        description: 'The ids of the reports that are dismissed now.',
        resolve: (one) => one.dismissed,
      }),
      refused: t.field({
        type: [refusal],
        description: 'The reports that were not dismissed.',
        resolve: (one) => one.refused,
      }),
    }),
  })
  builder.mutationField('dismissReports', (t) =>
    t.field({
      type: dismissals,
      authScopes,
      description: `Dismisses up to ${MAX_BULK} reports for one reason. A report of a minor is refused here: decide it by itself.`,
      args: {
        ids: t.arg({ type: t.arg.listRef('ID') }),
        reason: t.arg.string({ description: 'The reason, for the audit log.' }),
      },
      async resolve(_, args, context) {
        const { ids, reason } = validate(bulkDismissal, args)
        return context.domains.moderation.decisions.dismissReports(memberOf(context), ids, reason)
      },
    }),
  )
}

function addCounts(builder: Builder) {
  const counts = builder.objectRef<QueueCounts>('ModerationCounts').implement({
    description: 'What waits for a decision.',
    fields: (t) => ({
      reports: t.exposeInt('reports', { description: 'The number of open reports.' }),
      appeals: t.exposeInt('appeals', { description: 'The number of open appeals.' }),
      heldMessages: t.exposeInt('heldMessages', { description: 'The number of held messages.' }),
    }),
  })
  builder.queryField('moderationCounts', (t) =>
    t.field({
      type: counts,
      authScopes,
      description: 'How much of each queue waits for a decision by the caller.',
      resolve: (_, __, context) => context.domains.moderationQueues.queue.counts(memberOf(context)),
    }),
  )
}

function addChanges(builder: Builder, { person }: ModerationTypes) {
  const kind = builder.enumType('ModerationChangeKind', {
    description: 'What changed in the moderation console.',
    values: CHANGES,
  })
  const change = builder.objectRef<Change>('ModerationChange').implement({
    description: 'Something that the moderation console shows has changed.',
    fields: (t) => ({
      kind: t.field({ type: kind, description: 'What changed.', resolve: (one) => one.kind }),
      ids: t.field({
        type: t.listRef('ID'),
        description: 'The ids of the reports, appeals, held messages or notes that it is about.',
        resolve: (one) => [...one.ids],
      }),
      actor: t.field({
        type: person,
        nullable: true,
        description: 'The member of staff who did it. Null for members and the server.',
        resolve: (one, _, context) => context.domains.moderationQueues.queue.nameOf(one.actorId),
      }),
    }),
  })
  builder.subscriptionField('moderationChanged', (t) =>
    t.field({
      type: change,
      authScopes,
      description: 'What other moderators and the server do, as it happens; nothing about the caller.',
      subscribe: (_, __, context) => moderationChanges(context),
      resolve: (one) => one,
    }),
  )
}
