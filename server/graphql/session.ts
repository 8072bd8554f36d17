import type { User } from '#schema/account.ts'
import { type Position, position } from '#schema/location.ts'
import { profileVisit, type RecordedVisit, VISIT_TYPES } from '#schema/profile.ts'
import { type Builder, memberOf, sessionOriginOf } from './builder.ts'
import { accept } from './input.ts'
import type { PeopleTypes } from './people.ts'

/** Counting online people with a shared interest stops here, as in the session call of REST. */
const ONLINE_COUNT_CAP = 999

interface GivenPosition {
  latitude: number
  longitude: number
  accuracy?: number | null | undefined
}

/** Null stands for none: the contract's model knows only what is missing. */
export const positionOf = (given: GivenPosition | null | undefined): Position | null =>
  given ? accept(position, { ...given, accuracy: given.accuracy ?? undefined }) : null

/** The member's own session: the figures of the home screen, where they are, and their list of sign-ins. */
export function addSession(builder: Builder, { me }: PeopleTypes) {
  const positionInput = builder.inputType('PositionInput', {
    fields: (t) => ({
      latitude: t.float(),
      longitude: t.float(),
      /** In metres. */
      accuracy: t.float({ required: false }),
    }),
  })
  const session = builder.objectRef<User>('SessionResponse').implement({
    fields: (t) => ({
      user: t.field({ type: me, resolve: (user) => user }),
      onlineUsersWithCommonInterest: t.int({
        resolve: ({ interests, id }, _, { rooms }) =>
          rooms.presence.countSharing(interests, id, ONLINE_COUNT_CAP),
      }),
      nearByUsers: t.int({
        resolve: (_, __, context) => context.rooms.nearby.count(memberOf(context)),
      }),
      conversationCount: t.int({
        resolve: (_, __, context) => context.rooms.chat.conversationCount(memberOf(context)),
      }),
    }),
  })
  const visitType = builder.enumType('VisitType', { values: VISIT_TYPES })
  const visit = builder.objectRef<RecordedVisit>('ProfileVisit').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      visitorId: t.exposeID('visitorId'),
      profileOwnerId: t.exposeID('profileOwnerId'),
      visitTime: t.exposeString('visitTime'),
      visitType: t.field({ type: visitType, resolve: (recorded) => recorded.visitType }),
    }),
  })

  builder.queryFields((t) => ({
    session: t.field({
      type: session,
      resolve: (_, __, context) => context.rooms.accounts.profiles.read(memberOf(context).id, null),
    }),
  }))

  builder.mutationFields((t) => ({
    updateLocation: t.field({
      type: me,
      args: { position: t.arg({ type: positionInput }) },
      resolve: (_, args, context) =>
        context.rooms.accounts.profiles.read(memberOf(context).id, positionOf(args.position)),
    }),
    recordProfileVisit: t.field({
      type: visit,
      args: {
        profileOwnerId: t.arg.id(),
        visitType: t.arg({ type: visitType }),
        location: t.arg({ type: positionInput, required: false }),
      },
      resolve(_, { location, ...args }, context) {
        const input = accept(profileVisit, { ...args, location: positionOf(location) })
        const origin = sessionOriginOf(context)
        return context.rooms.accounts.profiles.recordVisit(memberOf(context), input, origin)
      },
    }),
  }))

  return { positionInput }
}

export type SessionTypes = ReturnType<typeof addSession>
