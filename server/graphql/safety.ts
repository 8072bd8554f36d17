import * as z from 'zod'
import { report } from '#schema/chat.ts'
import { appealRequest } from '#schema/moderation.ts'
import type { MyReport, Standing, Warning } from '../safety/index.ts'
import { type Builder, memberOf } from './builder.ts'
import { accept } from './input.ts'

const byId = z.object({ userId: z.uuid('Not an id') })

/** What a member does for their own safety, and what was done to their account. */
export function addSafety(builder: Builder) {
  const blockedPerson = builder
    .objectRef<{ id: string; displayName: string; since: Date }>('BlockedPerson')
    .implement({
      fields: (t) => ({
        id: t.exposeID('id'),
        displayName: t.exposeString('displayName'),
        since: t.string({ resolve: ({ since }) => since.toISOString() }),
      }),
    })
  const myReport = builder.objectRef<MyReport>('MyReport').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      displayName: t.exposeString('displayName'),
      reason: t.exposeString('reason'),
      created: t.string({ resolve: ({ created }) => created.toISOString() }),
      status: t.exposeString('status'),
      outcome: t.exposeString('outcome', { nullable: true }),
    }),
  })
  const appeal = builder.objectRef<NonNullable<Warning['appeal']>>('Appeal').implement({
    fields: (t) => ({
      status: t.exposeString('status'),
      text: t.exposeString('text'),
      answer: t.exposeString('answer', { nullable: true }),
    }),
  })
  const warning = builder.objectRef<Warning>('Warning').implement({
    fields: (t) => ({
      actionId: t.exposeID('actionId'),
      kind: t.exposeString('kind'),
      reason: t.exposeString('reason'),
      at: t.string({ resolve: ({ at }) => at.toISOString() }),
      until: t.string({ nullable: true, resolve: ({ until }) => until?.toISOString() ?? null }),
      reversed: t.exposeBoolean('reversed'),
      /** Until when it counts as a strike. */
      strikeUntil: t.string({
        nullable: true,
        resolve: ({ strikeUntil }) => strikeUntil?.toISOString() ?? null,
      }),
      appeal: t.field({ type: appeal, nullable: true, resolve: (one) => one.appeal }),
    }),
  })
  const standing = builder.objectRef<Standing>('Standing').implement({
    fields: (t) => ({
      suspended: t.exposeBoolean('suspended'),
      banned: t.exposeBoolean('banned'),
      until: t.string({ nullable: true, resolve: ({ until }) => until?.toISOString() ?? null }),
      history: t.field({ type: [warning], resolve: ({ history }) => history }),
    }),
  })

  builder.queryFields((t) => ({
    blockedPeople: t.field({
      type: [blockedPerson],
      resolve: (_, __, context) => context.rooms.safety.blockedPeople(memberOf(context).id),
    }),
    myReports: t.field({
      type: [myReport],
      resolve: (_, __, context) => context.rooms.safety.myReports(memberOf(context).id),
    }),
    standing: t.field({
      type: standing,
      skipTypeScopes: true,
      authScopes: { account: true },
      resolve: (_, __, context) => context.rooms.safety.moderation.standing(memberOf(context).id),
    }),
  }))

  builder.mutationFields((t) => ({
    block: t.boolean({
      args: { userId: t.arg.id() },
      async resolve(_, args, context) {
        await context.rooms.safety.block(memberOf(context).id, accept(byId, args).userId)
        return true
      },
    }),
    unblock: t.boolean({
      args: { userId: t.arg.id() },
      async resolve(_, args, context) {
        await context.rooms.safety.unblock(memberOf(context).id, accept(byId, args).userId)
        return true
      },
    }),
    report: t.boolean({
      args: { userId: t.arg.id(), reason: t.arg.string() },
      async resolve(_, { userId, reason }, context) {
        const input = accept(report, { reportedUserId: userId, reason })
        const { id, newcomer } = memberOf(context)
        await context.rooms.safety.report(id, input.reportedUserId, input.reason, newcomer)
        return true
      },
    }),
    appeal: t.boolean({
      skipTypeScopes: true,
      authScopes: { account: true },
      args: { actionId: t.arg.id(), text: t.arg.string() },
      async resolve(_, args, context) {
        const { actionId, text } = accept(appealRequest, args)
        await context.rooms.safety.moderation.appeal(memberOf(context).id, actionId, text)
        return true
      },
    }),
  }))
}
