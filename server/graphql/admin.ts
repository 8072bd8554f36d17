import { type AdminStats, adminListQuery, type LaunchNotification, launchSignUp } from '#schema/admin.ts'
import type { SeenPerson } from '../admin/index.ts'
import { type Builder, sessionOriginOf } from './builder.ts'
import { accept } from './input.ts'
import type { PeopleTypes } from './people.ts'
import { positionOf, type SessionTypes } from './session.ts'

export type AdminTypes = ReturnType<typeof addAdmin>

export function addAdmin(builder: Builder, people: PeopleTypes, { positionInput }: SessionTypes) {
  const stats = builder.objectRef<AdminStats>('AdminStats').implement({
    fields: (t) => ({
      totalUsers: t.exposeInt('totalUsers'),
      totalNotifications: t.exposeInt('totalNotifications'),
      notifiedCount: t.exposeInt('notifiedCount'),
      pendingCount: t.exposeInt('pendingCount'),
    }),
  })
  const user = builder.objectRef<SeenPerson>('AdminUser').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      /** Null for moderators, as are the city and the state. */
      email: t.exposeString('userName', { nullable: true }),
      displayName: t.exposeString('displayName'),
      gender: t.field({ type: people.gender, resolve: (one) => one.gender }),
      age: t.exposeInt('age'),
      role: t.field({ type: people.role, resolve: (one) => one.role }),
      city: t.exposeString('city', { nullable: true }),
      state: t.exposeString('state', { nullable: true }),
      country: t.exposeString('country', { nullable: true }),
      premium: t.exposeBoolean('premiumUser'),
      active: t.exposeBoolean('active'),
      emailVerified: t.exposeBoolean('emailVerified'),
      created: t.exposeString('created'),
      lastSeen: t.exposeString('lastSeen'),
    }),
  })
  const launch = builder.objectRef<LaunchNotification>('LaunchNotification').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      email: t.exposeString('email'),
      ipAddress: t.exposeString('ipAddress', { nullable: true }),
      userAgent: t.exposeString('userAgent', { nullable: true }),
      city: t.exposeString('city', { nullable: true }),
      state: t.exposeString('state', { nullable: true }),
      country: t.exposeString('country', { nullable: true }),
      timestamp: t.exposeString('timestamp'),
      notified: t.exposeBoolean('notified'),
      notifiedAt: t.exposeString('notifiedAt', { nullable: true }),
    }),
  })
  const authScopes = { admin: true }

  builder.queryFields((t) => {
    const args = {
      pageNumber: t.arg.int({ defaultValue: 0 }),
      size: t.arg.int({ defaultValue: 100 }),
      search: t.arg.string({ defaultValue: '' }),
    }
    return {
      adminStats: t.field({ type: stats, authScopes, resolve: (_, __, { rooms }) => rooms.admin.stats() }),
      adminUsers: t.field({
        type: [user],
        authScopes,
        args,
        resolve: (_, query, { rooms }) => rooms.admin.users(accept(adminListQuery, query)),
      }),
      launchNotifications: t.field({
        type: [launch],
        authScopes,
        args,
        resolve: (_, query, { rooms }) => rooms.admin.launchNotifications(accept(adminListQuery, query)),
      }),
    }
  })

  builder.mutationFields((t) => ({
    notifyLaunchList: t.int({ authScopes, resolve: (_, __, { rooms }) => rooms.admin.notifyLaunchList() }),
    joinLaunchList: t.boolean({
      skipTypeScopes: true,
      args: { email: t.arg.string(), position: t.arg({ type: positionInput, required: false }) },
      async resolve(_, { position, ...args }, context) {
        await context.rooms.admin.joinLaunchList(accept(launchSignUp, args).email, {
          ...sessionOriginOf(context),
          position: positionOf(position),
        })
        return true
      },
    }),
  }))

  return { user }
}
