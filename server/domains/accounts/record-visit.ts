import { v7 as uuidv7 } from 'uuid'
import type { ProfileVisit, RecordedVisit } from '#schema/profile.ts'
import { text } from '#schema/translatable.ts'
import { coarse } from '#server/domains/nearby/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { AccountContext } from './account-context.ts'
import type { Member, SessionOrigin } from './member.ts'
import { tokenHashOf } from './sessions/session-keys.ts'

type Context = Pick<AccountContext, 'database' | 'clock' | 'limits'>
type VisitPlace = { latitude?: number; longitude?: number; accuracy?: number | null }

/**
 * Records a visit to a profile. A visit to the member's own profile adds the place to the sign-in of this session.
 * @throws ApiError NOT_FOUND unless the profile is the member's own or that of a partner
 */
export async function recordVisit(
  context: Context,
  member: Member,
  { profileOwnerId, visitType, location }: ProfileVisit,
  origin: SessionOrigin,
): Promise<RecordedVisit> {
  const { prisma } = context.database
  await context.limits.consume('visitByAccount', member.id)
  if (profileOwnerId !== member.id) {
    const met = await prisma.conversationMember.findFirst({
      where: { userId: member.id, partnerId: profileOwnerId },
    })
    if (!met) throw new ApiError('NOT_FOUND', text('We cannot find this profile.'))
  }
  const place = location ? { ...coarse(location), accuracy: location.accuracy ?? null } : {}
  const signIn =
    profileOwnerId === member.id ? await addPlaceToSignIn(context, member, visitType, place) : undefined
  const row =
    signIn ??
    (await prisma.profileVisitor.create({
      data: {
        id: uuidv7(),
        visitorId: member.id,
        profileOwnerId,
        visitType,
        visitTime: new Date(context.clock.now()),
        ...origin,
        ...place,
      },
    }))
  const { id, visitorId, visitTime } = row
  return { id, visitorId, profileOwnerId, visitType, visitTime: visitTime.toISOString() }
}

/** Returns the sign-in that was stored with this session; undefined when there is none of this kind. */
async function addPlaceToSignIn(
  { database: { prisma } }: Context,
  { id: visitorId, sessionKey }: Member,
  visitType: ProfileVisit['visitType'],
  place: VisitPlace,
) {
  const session = await prisma.session.findUnique({
    where: { tokenHash: tokenHashOf(sessionKey) },
    select: { id: true },
  })
  if (!session) return undefined
  const where = { id: session.id, visitorId, visitType }
  const [completed] = await prisma.profileVisitor.updateManyAndReturn({ where, data: place })
  return completed
}
