import * as z from 'zod'
import { eveningModel } from '#schema/evenings.fields.ts'
import {
  type Evening,
  eveningCancellation,
  eveningChange,
  eveningPlan,
  type PlannedEvening,
} from '#schema/evenings.ts'
import { LIMITS } from '#schema/limits.ts'
import { OPERATION_TEXTS } from '#schema/operations.fields.ts'
import { validate } from '#server/platform/validate.ts'
import { type Builder, memberOf } from '#server/transports/graphql/builder.ts'
import { modelFields } from '#server/transports/graphql/model-fields.ts'

const authScopes = { admin: true }
const byId = z.object({ id: z.uuid('Not an id') })

/** Adds the evenings, for members and for the administrators who schedule them. */
export function addEvenings(builder: Builder) {
  addForMembers(builder)
  const planned = addPlanned(builder)
  addPlannedQuery(builder, planned)
  addSchedule(builder, planned)
  addChanges(builder, planned)
}

function addForMembers(builder: Builder) {
  const evening = builder.objectRef<Evening>('Evening').implement({
    description: eveningModel.description,
    fields: (t) => modelFields(t, eveningModel),
  })
  builder.queryFields((t) => ({
    evenings: t.field({
      type: [evening],
      description: OPERATION_TEXTS.listEvenings,
      resolve: async (_, __, context) => (await context.domains.evenings.list(memberOf(context).id)).elements,
    }),
  }))
  builder.mutationFields((t) => {
    const args = { id: t.arg.id() }
    const set = (isWanted: boolean) => ({
      description: isWanted ? OPERATION_TEXTS.remindOfEvening : OPERATION_TEXTS.forgetEvening,
      args,
    })
    return {
      remindOfEvening: t.boolean({
        ...set(true),
        async resolve(_, input, context) {
          await context.domains.evenings.setReminder(memberOf(context).id, validate(byId, input).id, true)
          return true
        },
      }),
      forgetEvening: t.boolean({
        ...set(false),
        async resolve(_, input, context) {
          await context.domains.evenings.setReminder(memberOf(context).id, validate(byId, input).id, false)
          return true
        },
      }),
    }
  })
}

const FEW = `Null before the figures are taken, a day after the evening, and where fewer than ${LIMITS.searchWaitMembers} members searched.`

const addPlanned = (builder: Builder) =>
  builder.objectRef<PlannedEvening>('PlannedEvening').implement({
    description: 'An evening as administrators schedule it.',
    fields: (t) => ({
      id: t.exposeID('id'),
      seriesId: t.exposeID('seriesId', { description: 'The evenings of one repetition share this id.' }),
      topic: t.exposeString('topic'),
      startsAt: t.expose('startsAt', { type: 'DateTime', description: 'When it begins.' }),
      endsAt: t.expose('endsAt', { type: 'DateTime', description: 'When it ends.' }),
      timeZone: t.exposeString('timeZone', {
        description: 'The IANA name of the zone in which its hours were given.',
      }),
      cancelled: t.exposeBoolean('cancelled'),
      counted: t.exposeBoolean('counted', { description: 'Whether the figures are taken.' }),
      members: t.exposeInt('members', {
        nullable: true,
        description: `How many members searched within it. ${FEW}`,
      }),
      conversations: t.exposeInt('conversations', {
        nullable: true,
        description: `How many conversations it brought about. ${FEW}`,
      }),
      medianMessages: t.exposeInt('medianMessages', {
        nullable: true,
        description: `The median number of messages of these conversations. ${FEW}`,
      }),
    }),
  })

type Planned = ReturnType<typeof addPlanned>

function addPlannedQuery(builder: Builder, planned: Planned) {
  builder.queryFields((t) => ({
    plannedEvenings: t.field({
      type: [planned],
      authScopes,
      description: `Returns up to ${LIMITS.maxPageSize} evenings: the coming ones, the next one first, or the past and cancelled ones, the latest first.`,
      args: { past: t.arg.boolean({ defaultValue: false, description: 'Whether to return the past ones.' }) },
      resolve: (_, { past }, { domains }) => domains.evenings.planned(past),
    }),
  }))
}

const DAY = 'The day on which it begins in its zone, as YYYY-MM-DD.'
const FROM = 'When it begins, as HH:MM in its zone.'
const UNTIL = 'When it ends, as HH:MM in its zone. An earlier time than `from` is on the next day.'
const ZONE = 'The IANA name of its zone, such as Asia/Kolkata.'
const TOPIC = 'The topic: one interest.'

function addSchedule(builder: Builder, planned: Planned) {
  builder.mutationFields((t) => ({
    scheduleEvening: t.field({
      type: [planned],
      authScopes,
      description:
        'Schedules an evening, once or every week at the same local time. It is recorded in the audit log.',
      args: {
        topic: t.arg.string({ description: TOPIC }),
        day: t.arg.string({ description: DAY }),
        from: t.arg.string({ description: FROM }),
        until: t.arg.string({ description: UNTIL }),
        timeZone: t.arg.string({ description: ZONE }),
        times: t.arg.int({
          required: false,
          description: `How many evenings there are, a week apart: at most ${LIMITS.evenings.times}. One by default.`,
        }),
        lastDay: t.arg.string({
          required: false,
          description: 'Instead of `times`: the last day on which there may be one, as YYYY-MM-DD.',
        }),
      },
      resolve: (_, args, context) =>
        context.domains.evenings.schedule(memberOf(context).id, validate(eveningPlan, args)),
    }),
  }))
}

function addChanges(builder: Builder, planned: Planned) {
  builder.mutationFields((t) => {
    const id = t.arg.id()
    const andLater = t.arg.boolean({
      defaultValue: false,
      description: 'Whether the later evenings of the repetition change too.',
    })
    return {
      changeEvening: t.field({
        type: [planned],
        authScopes,
        description:
          'Changes an evening that has not begun. Its reminders stay. It is recorded in the audit log.',
        args: {
          id,
          andLater,
          topic: t.arg.string({ description: TOPIC }),
          day: t.arg.string({ description: DAY }),
          from: t.arg.string({ description: FROM }),
          until: t.arg.string({ description: UNTIL }),
          timeZone: t.arg.string({ description: ZONE }),
        },
        resolve: (_, args, context) =>
          context.domains.evenings.change(memberOf(context).id, validate(eveningChange, args)),
      }),
      cancelEvening: t.int({
        authScopes,
        description:
          'Cancels an evening that has not ended. It is recorded in the audit log. Returns how many were cancelled.',
        args: { id, andLater },
        resolve: (_, args, context) =>
          context.domains.evenings.cancel(memberOf(context).id, validate(eveningCancellation, args)),
      }),
    }
  })
}
