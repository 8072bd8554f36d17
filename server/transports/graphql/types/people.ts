import * as z from 'zod'
import type { Partner, User } from '#schema/account.ts'
import { listNearby, type NearbyUser } from '#schema/nearby.ts'
import { type ProfileUpdate, profileUpdate } from '#schema/profile.ts'
import { validate } from '#server/platform/validate.ts'
import { type Builder, loadersOf, memberOf } from '#server/transports/graphql/builder.ts'
import { connectionOf, connectionType, pageArgs, placeOf } from '#server/transports/graphql/pages.ts'
import { addPersonEnums, type PersonEnums } from './person-enums.ts'

const byId = z.object({ userId: z.uuid('Not an id') })

/** Members as they see themselves, as their partners see them, and as premium members nearby see them. */
export function addPeople(builder: Builder) {
  const enums = addPersonEnums(builder)
  const { gender, genderFilter, lookingFor, language } = enums
  const me = addMe(builder, enums)
  const partner = addPartner(builder, gender, lookingFor)
  const nearbyUser = addNearbyUser(builder, gender)
  const nearby = connectionType(builder, 'NearbyUser', { node: nearbyUser, entries: 'members nearby' })
  addPeopleQueries(builder, { me, partner, nearby, genderFilter })
  addPeopleMutations(builder, { me, lookingFor, genderFilter, language })
  return { me, partner, ...enums }
}

const addPartner = (builder: Builder, gender: PersonEnums['gender'], lookingFor: PersonEnums['lookingFor']) =>
  builder.objectRef<Partner>('Partner').implement({
    description: 'A member with whom the caller has a conversation.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'The id of the partner.' }),
      displayName: t.exposeString('displayName', { description: 'The name that other members see.' }),
      interests: t.exposeStringList('interests', { description: 'The interests of the partner.' }),
      age: t.exposeInt('age', { description: 'The age in years.' }),
      gender: t.field({
        type: gender,
        description: 'The gender of the partner.',
        resolve: (user) => user.gender,
      }),
      lookingFor: t.field({
        type: [lookingFor],
        description: 'What the partner is looking for.',
        resolve: (user) => user.lookingFor,
      }),
      languages: t.exposeStringList('languages', {
        description:
          'ISO 639 codes of the languages that the partner speaks: those they name, or else the one of their account.',
      }),
      online: t.exposeBoolean('online', { description: 'Whether the partner is online now.' }),
    }),
  })

const addNearbyUser = (builder: Builder, gender: PersonEnums['gender']) =>
  builder.objectRef<NearbyUser>('NearbyUser').implement({
    description: 'A member who is near the caller. Coordinates and distances are never shown.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'The id of the member.' }),
      displayName: t.exposeString('displayName', { description: 'The name that other members see.' }),
      interests: t.exposeStringList('interests', { description: 'The interests of the member.' }),
      city: t.exposeString('city', { nullable: true, description: 'The city, when it is known.' }),
      state: t.exposeString('state', { nullable: true, description: 'The state, when it is known.' }),
      age: t.exposeInt('age', { description: 'The age in years.' }),
      gender: t.field({
        type: gender,
        description: 'The gender of the member.',
        resolve: (user) => user.gender,
      }),
    }),
  })

function addPeopleQueries(
  builder: Builder,
  {
    me,
    partner,
    nearby,
    genderFilter,
  }: {
    me: ReturnType<typeof addMe>
    partner: ReturnType<typeof addPartner>
    nearby: ReturnType<typeof connectionType<NearbyUser>>
    genderFilter: PersonEnums['genderFilter']
  },
) {
  builder.queryFields((t) => ({
    me: t.field({
      type: me,
      nullable: true,
      skipTypeScopes: true,
      description: 'The account of the caller. Null without a session.',
      resolve: (_, __, { member, domains }) =>
        member ? domains.accounts.profiles.read(member.id, null) : null,
    }),
    partner: t.field({
      type: partner,
      description: 'A member with whom the caller has a conversation.',
      args: { userId: t.arg.id({ description: 'The id of the partner.' }) },
      resolve: (_, args, context) => loadersOf(context).partner(validate(byId, args).userId),
    }),
    nearby: t.field({
      type: nearby,
      description:
        'Members near the caller, nearer bands first. For premium members who share their location.',
      args: {
        gender: t.arg({
          type: genderFilter,
          required: false,
          description: 'Returns members of this gender alone.',
        }),
        ...pageArgs(t.arg),
      },
      async resolve(_, args, context) {
        const place = placeOf(args)
        const request = validate(listNearby, { ...place, filterBy: args.gender ?? 'none' })
        return connectionOf(await context.domains.nearby.list(memberOf(context), request), place)
      },
    }),
  }))
}

function addPeopleMutations(
  builder: Builder,
  {
    me,
    lookingFor,
    genderFilter,
    language,
  }: {
    me: ReturnType<typeof addMe>
    lookingFor: PersonEnums['lookingFor']
    genderFilter: PersonEnums['genderFilter']
    language: PersonEnums['language']
  },
) {
  builder.mutationFields((t) => ({
    updateProfile: t.field({
      type: me,
      description: 'Replaces the profile of the caller and returns the account.',
      args: {
        displayName: t.arg.string({ description: 'The name that other members see: 1 to 50 characters.' }),
        interests: t.arg.stringList({ description: 'One to ten interests of up to 50 characters each.' }),
        lookingFor: t.arg({
          type: [lookingFor],
          description: 'What the member is looking for: one to five.',
        }),
        languages: t.arg.stringList({
          required: false,
          description:
            'ISO 639 codes of up to eight languages that the member speaks. An empty list: the language of the account counts. Left out: they stay as they are.',
        }),
        nearBy: t.arg.boolean({
          required: false,
          description:
            'Whether premium members nearby may see the member. Stored as false without premium. Left out: it stays as it is.',
        }),
        age: t.arg.int({ description: 'The age in years: 18 to 100.' }),
        genderFilter: t.arg({
          type: genderFilter,
          required: false,
          description:
            'Matches the member with this gender alone. For premium members. Null: no filter. Left out: it stays as it is.',
        }),
        language: t.arg({
          type: language,
          required: false,
          description: 'The language of mails and notifications. Without it, it stays as it is.',
        }),
      } satisfies Record<Exclude<keyof ProfileUpdate, 'id' | 'filterByGender'>, unknown> & {
        genderFilter: unknown
      },
      resolve(_, { genderFilter: filterByGender, nearBy, language: chosen, languages, ...args }, context) {
        const member = memberOf(context)
        const input = validate(profileUpdate, {
          ...args,
          id: member.id,
          filterByGender,
          nearBy: nearBy ?? undefined,
          languages: languages ?? undefined,
          language: chosen ?? undefined,
        })
        return context.domains.accounts.profiles.update(member, input)
      },
    }),
  }))
}

export type PeopleTypes = ReturnType<typeof addPeople>

/** Every property of the account is a field of `Me`, three of them under another name. */
type MeFields = Record<
  Exclude<keyof User, 'userName' | 'premiumUser' | 'filterByGender'> | 'email' | 'premium' | 'genderFilter',
  unknown
> & { missedMails: unknown; readReceipts: unknown }

function addMe(builder: Builder, { gender, genderFilter, lookingFor, role, language }: PersonEnums) {
  return builder.objectRef<User>('Me').implement({
    description: 'The account of the caller. Coordinates never leave the server.',
    fields: (t) =>
      ({
        id: t.exposeID('id', { description: 'The id of the account.' }),
        email: t.exposeString('userName', { description: 'The email address, which is the login name.' }),
        emailVerified: t.exposeBoolean('emailVerified', {
          description: 'Whether the email address is verified.',
        }),
        displayName: t.exposeString('displayName', { description: 'The name that other members see.' }),
        name: t.exposeString('name', {
          nullable: true,
          description: 'Not used: always null. Members have a `displayName`.',
        }),
        phone: t.exposeString('phone', { description: 'The phone number.' }),
        city: t.exposeString('city', { nullable: true, description: 'The city, when it is known.' }),
        state: t.exposeString('state', { nullable: true, description: 'The state, when it is known.' }),
        country: t.exposeString('country', { nullable: true, description: 'The country, when it is known.' }),
        location: t.exposeString('location', {
          nullable: true,
          description: 'The city, state and country in one line.',
        }),
        interests: t.exposeStringList('interests', { description: 'The interests of the member.' }),
        gender: t.field({ type: gender, description: 'The gender.', resolve: (user) => user.gender }),
        genderFilter: t.field({
          type: genderFilter,
          nullable: true,
          description: 'Matching returns this gender alone. Null for no filter.',
          resolve: (user) => user.filterByGender,
        }),
        age: t.exposeInt('age', { description: 'The age in years.' }),
        lookingFor: t.field({
          type: [lookingFor],
          description: 'What the member is looking for.',
          resolve: (user) => user.lookingFor,
        }),
        languages: t.exposeStringList('languages', {
          description:
            'ISO 639 codes of the languages that the member names. Empty: the language of the account counts.',
        }),
        nearBy: t.exposeBoolean('nearBy', {
          description: 'Whether premium members nearby may see the member.',
        }),
        premium: t.exposeBoolean('premiumUser', { description: 'Whether premium is active.' }),
        role: t.field({ type: role, description: 'The role of the account.', resolve: (user) => user.role }),
        active: t.exposeBoolean('active', { description: 'Whether the account is open.' }),
        stars: t.exposeInt('stars', { description: 'Not used: always 0.' }),
        created: t.expose('created', { type: 'DateTime', description: 'When the account was created.' }),
        lastSeen: t.expose('lastSeen', { type: 'DateTime', description: 'When the member was last active.' }),
        language: t.field({
          type: language,
          description: 'The language of mails and notifications.',
          resolve: (user) => user.language,
        }),
        missedMails: t.boolean({
          description: 'Whether the member receives mails about missed messages.',
          resolve: ({ id }, _, { domains }) => domains.emailPreferences.wantsUnreadReminders(id),
        }),
        readReceipts: t.boolean({
          description:
            'Whether the member and their partners see from each other that messages arrived and were read.',
          resolve: ({ id }, _, { domains }) => domains.chat.readReceipts.areShown(id),
        }),
      }) satisfies MeFields,
  })
}
