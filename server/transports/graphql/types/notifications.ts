import * as z from 'zod'
import { LIMITS } from '#schema/limits.ts'
import { notificationModel } from '#schema/notification.fields.ts'
import type { Notification, NotificationKind } from '#schema/notification.ts'
import { validate } from '#server/platform/validate.ts'
import { type Builder, memberOf } from '#server/transports/graphql/builder.ts'
import type { EnumValues } from '#server/transports/graphql/enum-values.ts'
import { modelFields } from '#server/transports/graphql/model-fields.ts'
import { connectionOf, connectionType, pageArgs, placeOf } from '#server/transports/graphql/pages.ts'
import { eventsOf } from './live.ts'

const byIds = z.object({
  ids: z
    .array(z.uuid('Not an id'))
    .min(1, 'Name at least one')
    .max(LIMITS.maxPageSize, `At most ${LIMITS.maxPageSize} at once`),
})

const KINDS = {
  NOTICE: { value: 'notice', description: 'A notice from the service.' },
  REPORT_DECIDED: { value: 'report_decided', description: 'A report of the member was decided.' },
  WARNING: { value: 'warning', description: 'The member was warned.' },
  APPEAL_DECIDED: { value: 'appeal_decided', description: 'An appeal of the member was decided.' },
  PREMIUM_ENDING: {
    value: 'premium_ending',
    description: 'Premium ends soon, or what it was needed for is off now.',
  },
  MISSED_MESSAGES: { value: 'missed_messages', description: 'Messages wait unread.' },
  MESSAGE_RELEASED: { value: 'message_released', description: 'A held message was released and sent.' },
  KEPT: { value: 'kept', description: 'The member and another one asked to keep in touch.' },
  INTEREST_BELL: {
    value: 'interest_bell',
    description: 'Someone who likes an interest of the member was searching.',
  },
  EXPORT_READY: { value: 'export_ready', description: 'A data export is ready.' },
  KNOCK: { value: 'knock', description: 'A member would like to talk.' },
  KNOCK_ACCEPTED: { value: 'knock_accepted', description: 'A member accepted to talk.' },
} as const satisfies EnumValues<NotificationKind>

export function addNotifications(builder: Builder) {
  const kind = addKind(builder)
  const datum = addDatum(builder)
  const notification = addNotification(builder, kind, datum)
  const notifications = connectionType(builder, 'Notification', {
    node: notification,
    entries: 'notifications',
  })
  addNotificationQueries(builder, { notifications })
  addNotificationMutations(builder)
  addNotificationSubscriptions(builder, { notification })
}

const addKind = (builder: Builder) =>
  builder.enumType('NotificationKind', {
    description: 'What a notification is about.',
    values: KINDS,
  })

const addDatum = (builder: Builder) =>
  builder.objectRef<[name: string, value: string]>('NotificationDatum').implement({
    description: 'A name with a value.',
    fields: (t) => ({
      name: t.string({ resolve: ([name]) => name }),
      value: t.string({ resolve: ([, value]) => value }),
    }),
  })

const addNotification = (
  builder: Builder,
  kind: ReturnType<typeof addKind>,
  datum: ReturnType<typeof addDatum>,
) =>
  builder.objectRef<Notification>('Notification').implement({
    description: notificationModel.description,
    fields: (t) => ({
      ...modelFields(t, notificationModel, { omit: ['userId', 'userData'], types: { kind } }),
      userData: t.field({
        type: [datum],
        description: 'Not used: always empty.',
        resolve: ({ userData }) => Object.entries(userData ?? {}),
      }),
    }),
  })

function addNotificationQueries(
  builder: Builder,
  { notifications }: { notifications: ReturnType<typeof connectionType<Notification>> },
) {
  builder.queryFields((t) => ({
    notifications: t.field({
      type: notifications,
      description: 'The notifications of the caller, the newest first.',
      args: pageArgs(t.arg),
      async resolve(_, args, context) {
        const place = placeOf(args)
        return connectionOf(await context.domains.inbox.list(memberOf(context).id, place), place)
      },
    }),
    unreadNotifications: t.int({
      description: 'The number of unread notifications. Counted up to 100.',
      resolve: (_, __, context) => context.domains.inbox.unreadCount(memberOf(context).id),
    }),
  }))
}

function addNotificationMutations(builder: Builder) {
  builder.mutationFields((t) => ({
    markNotificationsRead: t.int({
      description: 'Marks notifications as read and returns how many are still unread.',
      args: { ids: t.arg.idList({ description: `The ids of 1 to ${LIMITS.maxPageSize} notifications.` }) },
      async resolve(_, args, context) {
        const { id } = memberOf(context)
        await context.domains.inbox.markRead(id, validate(byIds, args).ids)
        return context.domains.inbox.unreadCount(id)
      },
    }),
    markAllNotificationsRead: t.int({
      description: 'Marks every notification as read and returns how many are still unread.',
      async resolve(_, __, context) {
        const { id } = memberOf(context)
        await context.domains.inbox.markAllRead(id)
        return context.domains.inbox.unreadCount(id)
      },
    }),
  }))
}

function addNotificationSubscriptions(
  builder: Builder,
  { notification }: { notification: ReturnType<typeof addNotification> },
) {
  builder.subscriptionFields((t) => ({
    notificationReceived: t.field({
      type: notification,
      description: 'Notifications of the caller that are new or renewed.',
      subscribe: (_, __, context) =>
        eventsOf(context, { pick: ({ notification: one }) => (one && !one.read ? one : null) }),
      resolve: (one) => one,
    }),
  }))
}
