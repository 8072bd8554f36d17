import * as z from 'zod'
import type { Partner, User } from '#schema/account.ts'
import { GENDER_FILTERS, GENDERS, type LookingFor, ROLES } from '#schema/enums.ts'
import { listNearby, type NearbyUser } from '#schema/nearby.ts'
import { profileUpdate } from '#schema/profile.ts'
import { type Builder, loadersOf, memberOf } from './builder.ts'
import { accept } from './input.ts'
import { connectionOf, connectionType, placeOf } from './pages.ts'

const byId = z.object({ userId: z.uuid('Not an id') })

const LOOKING_FOR_NAMES = {
  FRIENDSHIP: { value: 'Friendship' },
  DATING: { value: 'Dating' },
  SERIOUS_RELATIONSHIP: { value: 'Serious Relationship' },
  NETWORKING: { value: 'Networking' },
  CASUAL_CHAT: { value: 'Casual Chat' },
} as const satisfies Record<string, { value: LookingFor }>

export function addPeople(builder: Builder) {
  const gender = builder.enumType('Gender', { values: GENDERS })
  const role = builder.enumType('Role', { values: ROLES })
  const genderFilter = builder.enumType('GenderFilter', { values: GENDER_FILTERS })
  const lookingFor = builder.enumType('LookingFor', { values: LOOKING_FOR_NAMES })

  const me = builder.objectRef<User>('Me').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      email: t.exposeString('userName'),
      emailVerified: t.exposeBoolean('emailVerified'),
      displayName: t.exposeString('displayName'),
      name: t.exposeString('name', { nullable: true }),
      phone: t.exposeString('phone'),
      city: t.exposeString('city', { nullable: true }),
      state: t.exposeString('state', { nullable: true }),
      country: t.exposeString('country', { nullable: true }),
      /** City, state and country in one line. */
      location: t.exposeString('location', { nullable: true }),
      interests: t.exposeStringList('interests'),
      gender: t.field({ type: gender, resolve: (user) => user.gender }),
      genderFilter: t.field({
        type: genderFilter,
        nullable: true,
        resolve: (user) => user.filterByGender,
      }),
      age: t.exposeInt('age'),
      lookingFor: t.field({ type: [lookingFor], resolve: (user) => user.lookingFor }),
      nearBy: t.exposeBoolean('nearBy'),
      premium: t.exposeBoolean('premiumUser'),
      role: t.field({ type: role, resolve: (user) => user.role }),
      active: t.exposeBoolean('active'),
      stars: t.exposeInt('stars'),
      created: t.exposeString('created'),
      lastSeen: t.exposeString('lastSeen'),
      missedMails: t.boolean({ resolve: ({ id }, _, { rooms }) => rooms.missedMails.wanted(id) }),
    }),
  })

  const partner = builder.objectRef<Partner>('Partner').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      displayName: t.exposeString('displayName'),
      interests: t.exposeStringList('interests'),
      age: t.exposeInt('age'),
      gender: t.field({ type: gender, resolve: (user) => user.gender }),
      lookingFor: t.field({ type: [lookingFor], resolve: (user) => user.lookingFor }),
      online: t.exposeBoolean('online'),
    }),
  })

  const nearbyUser = builder.objectRef<NearbyUser>('NearbyUser').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      displayName: t.exposeString('displayName'),
      interests: t.exposeStringList('interests'),
      city: t.exposeString('city', { nullable: true }),
      state: t.exposeString('state', { nullable: true }),
      age: t.exposeInt('age'),
      gender: t.field({ type: gender, resolve: (user) => user.gender }),
    }),
  })
  const nearby = connectionType(builder, 'NearbyUser', nearbyUser)

  builder.queryFields((t) => ({
    me: t.field({
      type: me,
      nullable: true,
      skipTypeScopes: true,
      resolve: (_, __, { member, rooms }) => (member ? rooms.accounts.profiles.read(member.id, null) : null),
    }),
    partner: t.field({
      type: partner,
      args: { userId: t.arg.id() },
      resolve: (_, args, context) => loadersOf(context).partner(accept(byId, args).userId),
    }),
    nearby: t.field({
      type: nearby,
      args: {
        gender: t.arg({ type: genderFilter, required: false }),
        first: t.arg.int({ required: false }),
        after: t.arg.string({ required: false }),
      },
      async resolve(_, args, context) {
        const place = placeOf(args)
        const request = accept(listNearby, { ...place, filterBy: args.gender ?? 'none' })
        return connectionOf(await context.rooms.nearby.list(memberOf(context), request), place)
      },
    }),
  }))

  builder.mutationFields((t) => ({
    updateProfile: t.field({
      type: me,
      args: {
        displayName: t.arg.string(),
        interests: t.arg.stringList(),
        lookingFor: t.arg({ type: [lookingFor] }),
        nearBy: t.arg.boolean({ defaultValue: false }),
        age: t.arg.int(),
        genderFilter: t.arg({ type: genderFilter, required: false }),
      },
      resolve(_, { genderFilter: filterByGender, ...args }, context) {
        const member = memberOf(context)
        const input = accept(profileUpdate, {
          ...args,
          id: member.id,
          filterByGender: filterByGender ?? null,
        })
        return context.rooms.accounts.profiles.update(member, input)
      },
    }),
  }))

  return { me, partner, gender, lookingFor, role }
}

export type PeopleTypes = ReturnType<typeof addPeople>
