import { ROUTES } from '#schema/routes.ts'
import { ApiError } from '../errors.ts'
import type { RateLimits } from '../rate-limits.ts'
import { type AddRoute, answer } from './guard.ts'
import type { RoomsForRest } from './rooms.ts'

export function addMatchingRoutes(
  add: AddRoute,
  { matching, chat, safety }: RoomsForRest,
  deps: { limits: RateLimits; now(): number },
) {
  add(ROUTES.findMatch, async ({ member }) => {
    if (!member.emailVerified) {
      throw new ApiError('EMAIL_NOT_VERIFIED', 'Please verify your email address before finding matches.')
    }
    await deps.limits.consume('matchByAccount', member.id)
    await chat.assertMayStart(member)
    const found = await matching.find({
      userId: member.id,
      interests: member.interests,
      gender: member.gender,
      genderFilter: member.filterByGender,
      lookingFor: member.lookingFor,
      age: member.age,
      premium: member.premium,
      blockedIds: await safety.blockedIds(member.id),
    })
    if (found.status === 'matched') {
      return answer(200, await chat.conversation(found.conversationId, member))
    }
    const waitingSeconds = Math.max(0, Math.round((deps.now() - found.waitingSince) / 1000))
    return answer(202, { status: 'searching', waitingSeconds })
  })

  add(ROUTES.cancelSearch, async ({ member }) => {
    const cancelled = await matching.cancel(member.id)
    if (cancelled.status === 'matched') await chat.resign(cancelled.conversationId, member.id)
    return answer(200, { success: true })
  })
}
