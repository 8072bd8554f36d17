import type { ArgBuilder } from '@pothos/core'
import { type AdminStats, adminListQuery, type LaunchNotification, launchSignUp } from '#schema/admin.ts'
import type { VisibleUser } from '#server/domains/admin/index.ts'
import { validate } from '#server/platform/validate.ts'
import { type Builder, type GraphqlTypes, sessionOriginOf } from '#server/transports/graphql/builder.ts'
import type { PeopleTypes } from './people.ts'
import { positionOf, type SessionTypes } from './session.ts'

const withoutNulls = <Query extends { before?: string | null | undefined }>({ before, ...query }: Query) => ({
  ...query,
  ...(before != null && { before }),
})

const authScopes = { admin: true }

export type AdminTypes = ReturnType<typeof addAdmin>

export function addAdmin(builder: Builder, people: PeopleTypes, { positionInput }: SessionTypes) {
  const stats = addStats(builder)
  const user = addUser(builder, people)
  const launch = addLaunch(builder)
  addAdminQueries(builder, { stats, user, launch })
  addAdminMutations(builder, { positionInput })
  return { user }
}

const addStats = (builder: Builder) =>
  builder.objectRef<AdminStats>('AdminStats').implement({
    description: 'The figures of the dashboard.',
    fields: (t) => ({
      totalUsers: t.exposeInt('totalUsers', { description: 'The number of accounts.' }),
      totalNotifications: t.exposeInt('totalNotifications', {
        description: 'The number of entries of the launch list.',
      }),
      notifiedCount: t.exposeInt('notifiedCount', {
        description: 'The number of entries that were notified of the launch.',
      }),
      pendingCount: t.exposeInt('pendingCount', {
        description: 'The number of entries that were not notified yet.',
      }),
    }),
  })

const addUser = (builder: Builder, people: PeopleTypes) =>
  builder.objectRef<VisibleUser>('AdminUser').implement({
    description: 'An account as staff see it.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'The id of the account.' }),
      email: t.exposeString('userName', {
        nullable: true,
        description: 'The email address. Null for moderators.',
      }),
      displayName: t.exposeString('displayName', { description: 'The display name.' }),
      gender: t.field({ type: people.gender, description: 'The gender.', resolve: (one) => one.gender }),
      age: t.exposeInt('age', { description: 'The age in years.' }),
      role: t.field({ type: people.role, description: 'The role.', resolve: (one) => one.role }),
      city: t.exposeString('city', {
        nullable: true,
        description: 'The city, when it is known. Null for moderators.',
      }),
      state: t.exposeString('state', {
        nullable: true,
        description: 'The state, when it is known. Null for moderators.',
      }),
      country: t.exposeString('country', { nullable: true, description: 'The country, when it is known.' }),
      premium: t.exposeBoolean('premiumUser', { description: 'Whether premium is active.' }),
      active: t.exposeBoolean('active', { description: 'Whether the account is open.' }),
      emailVerified: t.exposeBoolean('emailVerified', {
        description: 'Whether the email address is verified.',
      }),
      created: t.expose('created', { type: 'DateTime', description: 'When the account was created.' }),
      lastSeen: t.expose('lastSeen', { type: 'DateTime', description: 'When the member was last active.' }),
    }),
  })

const addLaunch = (builder: Builder) =>
  builder.objectRef<LaunchNotification>('LaunchNotification').implement({
    description: 'An entry of the launch list.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'The id of the entry.' }),
      email: t.exposeString('email', { description: 'The email address to notify.' }),
      ipAddress: t.exposeString('ipAddress', {
        nullable: true,
        description: 'The IP address that joined the list, while it is kept.',
      }),
      userAgent: t.exposeString('userAgent', {
        nullable: true,
        description: 'The browser that joined the list, while it is kept.',
      }),
      city: t.exposeString('city', { nullable: true, description: 'The city, when it is known.' }),
      state: t.exposeString('state', { nullable: true, description: 'The state, when it is known.' }),
      country: t.exposeString('country', { nullable: true, description: 'The country, when it is known.' }),
      timestamp: t.expose('timestamp', {
        type: 'DateTime',
        description: 'When the address joined the list.',
      }),
      notified: t.exposeBoolean('notified', { description: 'Whether the launch mail was sent.' }),
      notifiedAt: t.expose('notifiedAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When the launch mail was sent. Null before.',
      }),
    }),
  })

const listArgs = (arg: ArgBuilder<GraphqlTypes>) => ({
  pageNumber: arg.int({ defaultValue: 0, description: 'The number of the page; the first is 0.' }),
  before: arg.id({
    required: false,
    description: 'The id of the last entry of the page before. Used instead of `pageNumber`.',
  }),
  size: arg.int({ defaultValue: 100, description: 'How many entries a page has: 1 to 100.' }),
  search: arg.string({
    defaultValue: '',
    description: 'Returns entries whose name or email address contains this text.',
  }),
})

function addAdminQueries(
  builder: Builder,
  {
    stats,
    user,
    launch,
  }: {
    stats: ReturnType<typeof addStats>
    user: ReturnType<typeof addUser>
    launch: ReturnType<typeof addLaunch>
  },
) {
  builder.queryFields((t) => {
    const args = listArgs(t.arg)
    return {
      adminStats: t.field({
        type: stats,
        authScopes,
        description: 'The figures of the dashboard.',
        resolve: (_, __, { domains }) => domains.admin.stats(),
      }),
      adminUsers: t.field({
        type: [user],
        description: 'One page of the accounts, the newest first.',
        authScopes,
        args,
        resolve: async (_, query, { domains }) =>
          (await domains.admin.users(validate(adminListQuery, withoutNulls(query)))).elements,
      }),
      adminUserCount: t.int({
        description: 'The number of accounts that `adminUsers` pages through.',
        authScopes,
        args: { search: args.search },
        resolve: async (_, query, { domains }) =>
          (await domains.admin.users(validate(adminListQuery, { ...query, size: 1 }))).total,
      }),
      launchNotifications: t.field({
        type: [launch],
        description: 'One page of the launch list, the newest first.',
        authScopes,
        args,
        resolve: async (_, query, { domains }) =>
          (await domains.admin.launchNotifications(validate(adminListQuery, withoutNulls(query)))).elements,
      }),
      launchNotificationCount: t.int({
        description: 'The number of entries that `launchNotifications` pages through.',
        authScopes,
        args: { search: args.search },
        resolve: async (_, query, { domains }) =>
          (await domains.admin.launchNotifications(validate(adminListQuery, { ...query, size: 1 }))).total,
      }),
    }
  })
}

function addAdminMutations(
  builder: Builder,
  { positionInput }: { positionInput: SessionTypes['positionInput'] },
) {
  builder.mutationFields((t) => ({
    notifyLaunchList: t.int({
      authScopes,
      description: 'Sends the launch mail to every entry without one and returns how many were sent.',
      resolve: (_, __, { domains }) => domains.admin.notifyLaunchList(),
    }),
    joinLaunchList: t.boolean({
      skipTypeScopes: true,
      description: 'Adds an email address to the launch list.',
      args: {
        email: t.arg.string({ description: 'The email address to notify of the launch.' }),
        position: t.arg({
          type: positionInput,
          required: false,
          description: 'Where the caller is. Only the name of the place is kept.',
        }),
      },
      async resolve(_, { position, ...args }, context) {
        await context.domains.admin.joinLaunchList(validate(launchSignUp, args).email, {
          ...sessionOriginOf(context),
          acceptLanguage: context.acceptLanguage,
          position: positionOf(position),
        })
        return true
      },
    }),
  }))
}
