import { sessionResponseModel } from '#schema/account.fields.ts'
import type { User } from '#schema/account.ts'
import { type Position, position } from '#schema/location.ts'
import { OPERATION_TEXTS } from '#schema/operations.fields.ts'
import { positionModel, profileVisitModel, recordedVisitModel } from '#schema/profile.fields.ts'
import { profileVisit, type RecordedVisit } from '#schema/profile.ts'
import { validate } from '#server/platform/validate.ts'
import { type Builder, memberOf, sessionOriginOf } from '#server/transports/graphql/builder.ts'
import type { EnumValues } from '#server/transports/graphql/enum-values.ts'
import { modelFields } from '#server/transports/graphql/model-fields.ts'
import type { PeopleTypes } from './people.ts'

const VISITS = {
  LOGIN: { value: 'login' },
  REGISTER: { value: 'register', description: 'A registration.' },
} as const satisfies EnumValues<RecordedVisit['visitType']>

interface GivenPosition {
  latitude: number
  longitude: number
  accuracy?: number | null | undefined
}

/** Null stands for none: the contract's model knows only what is missing. */
export const positionOf = (given: GivenPosition | null | undefined): Position | null =>
  given ? validate(position, { ...given, accuracy: given.accuracy ?? undefined }) : null

/** The member's own session: the figures of the home screen, where they are, and their list of sign-ins. */
export function addSession(builder: Builder, { me }: PeopleTypes) {
  const positionInput = addPositionInput(builder)
  const session = addSessionResponse(builder, me)
  const visitType = addVisitType(builder)
  const visit = addVisit(builder, visitType)
  addSessionQueries(builder, { session })
  addSessionMutations(builder, { me, positionInput, visit, visitType })
  return { positionInput }
}

const addPositionInput = (builder: Builder) =>
  builder.inputType('PositionInput', {
    description: positionModel.description,
    fields: (t) => ({
      latitude: t.float({ description: positionModel.fields.latitude }),
      longitude: t.float({ description: positionModel.fields.longitude }),
      accuracy: t.float({ required: false, description: positionModel.fields.accuracy }),
    }),
  })

const addSessionResponse = (builder: Builder, me: PeopleTypes['me']) =>
  builder.objectRef<User>('SessionResponse').implement({
    description: sessionResponseModel.description,
    fields: (t) => ({
      user: t.field({ type: me, description: sessionResponseModel.fields.user, resolve: (user) => user }),
      onlineUsersWithCommonInterest: t.int({
        description: sessionResponseModel.fields.onlineUsersWithCommonInterest,
        resolve: (user, _, { domains }) => domains.search.countOnlineSharing(user),
      }),
      nearByUsers: t.int({
        description: sessionResponseModel.fields.nearByUsers,
        resolve: (_, __, context) => context.domains.nearby.count(memberOf(context)),
      }),
      conversationCount: t.int({
        description: sessionResponseModel.fields.conversationCount,
        resolve: (_, __, context) => context.domains.chat.conversationCount(memberOf(context)),
      }),
    }),
  })

const addVisitType = (builder: Builder) =>
  builder.enumType('VisitType', {
    description: 'What a profile visit records.',
    values: VISITS,
  })

const addVisit = (builder: Builder, visitType: ReturnType<typeof addVisitType>) =>
  builder.objectRef<RecordedVisit>('ProfileVisit').implement({
    description: recordedVisitModel.description,
    fields: (t) => modelFields(t, recordedVisitModel, { types: { visitType } }),
  })

function addSessionQueries(
  builder: Builder,
  { session }: { session: ReturnType<typeof addSessionResponse> },
) {
  builder.queryFields((t) => ({
    session: t.field({
      type: session,
      description: sessionResponseModel.description,
      resolve: (_, __, context) => context.domains.accounts.profiles.read(memberOf(context).id, null),
    }),
  }))
}

function addSessionMutations(
  builder: Builder,
  {
    me,
    positionInput,
    visit,
    visitType,
  }: {
    me: PeopleTypes['me']
    positionInput: ReturnType<typeof addPositionInput>
    visit: ReturnType<typeof addVisit>
    visitType: ReturnType<typeof addVisitType>
  },
) {
  builder.mutationFields((t) => ({
    updateLocation: t.field({
      type: me,
      description: 'Records where the caller is and returns the account.',
      args: { position: t.arg({ type: positionInput, description: 'Where the caller is.' }) },
      resolve: (_, args, context) =>
        context.domains.accounts.profiles.read(memberOf(context).id, positionOf(args.position)),
    }),
    recordProfileVisit: t.field({
      type: visit,
      description: OPERATION_TEXTS.recordVisit,
      args: {
        profileOwnerId: t.arg.id({ description: profileVisitModel.fields.profileOwnerId }),
        visitType: t.arg({ type: visitType, description: profileVisitModel.fields.visitType }),
        location: t.arg({
          type: positionInput,
          required: false,
          description: profileVisitModel.fields.location,
        }),
      },
      resolve(_, { location, ...args }, context) {
        const input = validate(profileVisit, { ...args, location: positionOf(location) })
        const origin = sessionOriginOf(context)
        return context.domains.accounts.profiles.recordVisit(memberOf(context), input, origin)
      },
    }),
  }))
}

export type SessionTypes = ReturnType<typeof addSession>
