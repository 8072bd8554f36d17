import * as z from 'zod'
import { LIMITS } from '#schema/limits.ts'
import { NOTIFICATION_KINDS, type Notification } from '#schema/notification.ts'
import { type Builder, memberOf } from './builder.ts'
import { accept } from './input.ts'
import { eventsOf } from './live.ts'
import { connectionOf, connectionType, placeOf } from './pages.ts'

const byIds = z.object({
  ids: z
    .array(z.uuid('Not an id'))
    .min(1, 'Name at least one')
    .max(LIMITS.maxPageSize, `At most ${LIMITS.maxPageSize} at once`),
})

export function addNotifications(builder: Builder) {
  const kind = builder.enumType('NotificationKind', { values: NOTIFICATION_KINDS })
  const datum = builder.objectRef<[name: string, value: string]>('NotificationDatum').implement({
    fields: (t) => ({
      name: t.string({ resolve: ([name]) => name }),
      value: t.string({ resolve: ([, value]) => value }),
    }),
  })
  const notification = builder.objectRef<Notification>('Notification').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      kind: t.field({ type: kind, resolve: (one) => one.kind }),
      heading: t.exposeString('heading'),
      body: t.exposeString('body'),
      created: t.exposeString('created'),
      read: t.exposeBoolean('read'),
      /** Where it leads within the app. */
      path: t.exposeString('path', { nullable: true }),
      image: t.exposeString('image', { nullable: true }),
      userData: t.field({ type: [datum], resolve: ({ userData }) => Object.entries(userData ?? {}) }),
      /** Whom it is about. */
      candidateId: t.exposeID('candidateId', { nullable: true }),
      conversationId: t.exposeID('conversationId', { nullable: true }),
    }),
  })
  const notifications = connectionType(builder, 'Notification', notification)

  builder.queryFields((t) => ({
    notifications: t.field({
      type: notifications,
      args: { first: t.arg.int({ required: false }), after: t.arg.string({ required: false }) },
      async resolve(_, args, context) {
        const place = placeOf(args)
        return connectionOf(await context.rooms.inbox.list(memberOf(context).id, place), place)
      },
    }),
    /** Counted up to 100. */
    unreadNotifications: t.int({
      resolve: (_, __, context) => context.rooms.inbox.unreadCount(memberOf(context).id),
    }),
  }))

  builder.mutationFields((t) => ({
    /** Answers how many are unread after it. */
    markNotificationsRead: t.int({
      args: { ids: t.arg.idList() },
      async resolve(_, args, context) {
        const { id } = memberOf(context)
        await context.rooms.inbox.markRead(id, accept(byIds, args).ids)
        return context.rooms.inbox.unreadCount(id)
      },
    }),
    markAllNotificationsRead: t.int({
      async resolve(_, __, context) {
        const { id } = memberOf(context)
        await context.rooms.inbox.markAllRead(id)
        return context.rooms.inbox.unreadCount(id)
      },
    }),
  }))

  builder.subscriptionFields((t) => ({
    /** What is new or renewed. */
    notificationReceived: t.field({
      type: notification,
      subscribe: (_, __, context) =>
        eventsOf(context, { pick: ({ notification: one }) => (one && !one.read ? one : null) }),
      resolve: (one) => one,
    }),
  }))
}
