import { v7 as uuidv7 } from 'uuid'
import type { User } from '#schema/account.ts'
import { GENDER_OF_FILTER } from '#schema/enums.ts'
import type { Position } from '#schema/location.ts'
import type { ProfileUpdate, ProfileVisit, RecordedVisit } from '#schema/profile.ts'
import { coarse, placeColumns } from '#server/domains/nearby/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { AccountDeps } from './account-deps.ts'
import { presentUser } from './present-user.ts'
import { refuseTellingName } from './refuse-advertising-name.ts'
import type { Member, SessionOrigin } from './sessions.ts'

export interface Profiles {
  /** The member as they see themselves. A position, when given, is noted first. */
  read(userId: string, position: Position | null): Promise<User>
  /** What needs premium is taken back without it (spec §5). @throws ApiError FORBIDDEN for another's id; INVALID */
  update(member: Member, input: ProfileUpdate): Promise<User>
  /** @throws ApiError NOT_FOUND unless it is one's own profile, or that of somebody one has talked with */
  recordVisit(member: Member, input: ProfileVisit, origin: SessionOrigin): Promise<RecordedVisit>
}

export function createProfiles({
  database: { prisma },
  clock,
  events,
  limits,
  geocoder,
}: Pick<AccountDeps, 'database' | 'clock' | 'events' | 'limits' | 'geocoder'>): Profiles {
  /** Adds the place to the sign-in that was stored with this session; undefined when there is none of this kind. */
  async function completeSignIn(
    { id: visitorId, sessionKey }: Member,
    visitType: ProfileVisit['visitType'],
    place: { latitude?: number; longitude?: number; accuracy?: number | null },
  ) {
    const tokenHash = new Uint8Array(Buffer.from(sessionKey, 'base64url'))
    const session = await prisma.session.findUnique({ where: { tokenHash }, select: { id: true } })
    if (!session) return undefined
    const where = { id: session.id, visitorId, visitType }
    const [completed] = await prisma.profileVisitor.updateManyAndReturn({ where, data: place })
    return completed
  }

  return {
    async read(userId, position) {
      await limits.consume('sessionByAccount', userId)
      const row = await prisma.user.findUnique({ where: { id: userId } })
      if (!row) throw new ApiError('NOT_FOUND', 'This account does not exist.')
      const place = position && placeColumns(geocoder, position)
      const moved = place && (place.latitude !== row.latitude || place.longitude !== row.longitude)
      const current = moved ? await prisma.user.update({ where: { id: userId }, data: place }) : row
      return presentUser(current, clock.now())
    },

    async update(member, { id, nearBy, filterByGender, ...profile }) {
      if (id !== member.id) throw new ApiError('FORBIDDEN', 'You can only change your own profile.')
      await limits.consume('profileByAccount', member.id)
      refuseTellingName(profile.displayName)
      const row = await prisma.user.update({
        where: { id },
        data: {
          ...profile,
          nearBy: member.premium && nearBy,
          filterByGender: member.premium && filterByGender ? GENDER_OF_FILTER[filterByGender] : null,
        },
      })
      await events.emit('userChanged', { userId: id })
      await events.emit('interestsChanged', { userId: id, interests: row.interests })
      await events.emit('profileWritten', {
        userId: id,
        displayName: row.displayName,
        interests: row.interests,
      })
      return presentUser(row, clock.now())
    },

    async recordVisit(member, { profileOwnerId, visitType, location }, origin) {
      await limits.consume('visitByAccount', member.id)
      if (profileOwnerId !== member.id) {
        const met = await prisma.conversationMember.findFirst({
          where: { userId: member.id, partnerId: profileOwnerId },
        })
        if (!met) throw new ApiError('NOT_FOUND', 'This profile does not exist.')
      }
      const place = location ? { ...coarse(location), accuracy: location.accuracy ?? null } : {}
      const signIn = profileOwnerId === member.id ? await completeSignIn(member, visitType, place) : undefined
      const row =
        signIn ??
        (await prisma.profileVisitor.create({
          data: {
            id: uuidv7(),
            visitorId: member.id,
            profileOwnerId,
            visitType,
            visitTime: new Date(clock.now()),
            ...origin,
            ...place,
          },
        }))
      const { id, visitorId, visitTime } = row
      return { id, visitorId, profileOwnerId, visitType, visitTime: visitTime.toISOString() }
    },
  }
}
