import * as z from 'zod'
import { partnerModel, userModel } from '#schema/account.fields.ts'
import type { Partner, User } from '#schema/account.ts'
import { emailPreferencesModel } from '#schema/missed-mails.fields.ts'
import { listNearbyModel, nearbyUserModel } from '#schema/nearby.fields.ts'
import { listNearby, type NearbyUser } from '#schema/nearby.ts'
import { OPERATION_TEXTS } from '#schema/operations.fields.ts'
import { profileUpdateModel } from '#schema/profile.fields.ts'
import { profileUpdate } from '#schema/profile.ts'
import { validate } from '#server/platform/validate.ts'
import { type Builder, loadersOf, memberOf } from '#server/transports/graphql/builder.ts'
import { modelArgs, modelFields } from '#server/transports/graphql/model-fields.ts'
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
    description: partnerModel.description,
    fields: (t) =>
      modelFields(t, partnerModel, {
        types: { gender, lookingFor: [lookingFor], languages: ['String'], learning: ['String'] },
      }),
  })

const addNearbyUser = (builder: Builder, gender: PersonEnums['gender']) =>
  builder.objectRef<NearbyUser>('NearbyUser').implement({
    description: nearbyUserModel.description,
    fields: (t) => modelFields(t, nearbyUserModel, { types: { gender } }),
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
      description: partnerModel.description,
      args: { userId: t.arg.id() },
      resolve: (_, args, context) => loadersOf(context).partner(validate(byId, args).userId),
    }),
    nearby: t.field({
      type: nearby,
      description: OPERATION_TEXTS.listNearby,
      args: {
        gender: t.arg({
          type: genderFilter,
          required: false,
          description: listNearbyModel.fields.filterBy,
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
      args: modelArgs(t.arg, profileUpdateModel, {
        omit: ['id'],
        names: { filterByGender: 'genderFilter' },
        types: {
          interests: ['String'],
          lookingFor: [lookingFor],
          languages: ['String'],
          learning: ['String'],
          filterByGender: genderFilter,
          language,
        },
      }),
      resolve(_, { genderFilter: filterByGender, minPartnerAge, maxPartnerAge, ...args }, context) {
        const member = memberOf(context)
        // Null clears the filter and the ages. For every other argument it means what leaving it out means.
        const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null))
        const wishes = { filterByGender, minPartnerAge, maxPartnerAge }
        const input = validate(profileUpdate, { ...given, id: member.id, ...wishes })
        return context.domains.accounts.profiles.update(member, input)
      },
    }),
  }))
}

export type PeopleTypes = ReturnType<typeof addPeople>

function addMe(builder: Builder, { gender, genderFilter, lookingFor, role, language }: PersonEnums) {
  return builder.objectRef<User>('Me').implement({
    description: userModel.description,
    fields: (t) => ({
      ...modelFields(t, userModel, {
        names: { userName: 'email', premiumUser: 'premium', filterByGender: 'genderFilter' },
        types: {
          gender,
          filterByGender: genderFilter,
          lookingFor: [lookingFor],
          role,
          language,
          languages: ['String'],
          learning: ['String'],
        },
      }),
      missedMails: t.boolean({
        description: emailPreferencesModel.fields.wanted,
        resolve: ({ id }, _, { domains }) => domains.emailPreferences.wantsUnreadReminders(id),
      }),
      readReceipts: t.boolean({
        description:
          'Whether the member and their partners see from each other that messages arrived and were read.',
        resolve: ({ id }, _, { domains }) => domains.chat.readReceipts.areShown(id),
      }),
    }),
  })
}
