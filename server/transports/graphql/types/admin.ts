import type { ArgBuilder } from '@pothos/core'
import {
  adminStatsModel,
  adminUserModel,
  launchNotificationModel,
  launchSignUpModel,
} from '#schema/admin.fields.ts'
import { type AdminStats, adminListQuery, type LaunchNotification, launchSignUp } from '#schema/admin.ts'
import { OPERATION_TEXTS } from '#schema/operations.fields.ts'
import type { VisibleUser } from '#server/domains/admin/index.ts'
import { validate } from '#server/platform/validate.ts'
import { type Builder, type GraphqlTypes, sessionOriginOf } from '#server/transports/graphql/builder.ts'
import { modelFields } from '#server/transports/graphql/model-fields.ts'
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
    description: adminStatsModel.description,
    fields: (t) => modelFields(t, adminStatsModel),
  })

const addUser = (builder: Builder, people: PeopleTypes) =>
  builder.objectRef<VisibleUser>('AdminUser').implement({
    description: adminUserModel.description,
    fields: (t) => ({
      ...modelFields(t, adminUserModel, {
        omit: ['userName', 'city', 'state'],
        names: { premiumUser: 'premium' },
        types: { gender: people.gender, role: people.role },
      }),
      email: t.exposeString('userName', {
        nullable: true,
        description: `${adminUserModel.fields.userName} Null for moderators.`,
      }),
      city: t.exposeString('city', {
        nullable: true,
        description: `${adminUserModel.fields.city} Null for moderators.`,
      }),
      state: t.exposeString('state', {
        nullable: true,
        description: `${adminUserModel.fields.state} Null for moderators.`,
      }),
    }),
  })

const addLaunch = (builder: Builder) =>
  builder.objectRef<LaunchNotification>('LaunchNotification').implement({
    description: launchNotificationModel.description,
    fields: (t) => modelFields(t, launchNotificationModel),
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
        description: adminStatsModel.description,
        resolve: (_, __, { domains }) => domains.admin.stats(),
      }),
      adminUsers: t.field({
        type: [user],
        description: OPERATION_TEXTS.listAdminUsers,
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
        description: OPERATION_TEXTS.listLaunchNotifications,
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
      description: `${OPERATION_TEXTS.notifyLaunchList} Returns how many were sent.`,
      resolve: (_, __, { domains }) => domains.admin.notifyLaunchList(),
    }),
    joinLaunchList: t.boolean({
      skipTypeScopes: true,
      description: OPERATION_TEXTS.joinLaunchList,
      args: {
        email: t.arg.string({ description: launchSignUpModel.fields.email }),
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
