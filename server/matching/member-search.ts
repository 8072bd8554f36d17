import type { Conversation, Searching } from '#schema/chat.ts'
import type { Gender, LookingFor } from '#schema/enums.ts'
import type { Clock } from '../clock.ts'
import { ApiError } from '../errors.ts'
import type { RateLimits } from '../rate-limits.ts'
import type { Seeker } from './ticket.ts'

/** What a search needs to know of whoever searches. */
export interface Searcher {
  id: string
  emailVerified: boolean
  premium: boolean
  interests: string[]
  gender: Gender
  filterByGender: Gender | null
  lookingFor: LookingFor[]
  age: number
  /** The account is in its first hours. */
  newcomer?: boolean
  /** The request carried a proof of work. */
  proven?: boolean
}

export interface MemberSearch {
  /** @throws ApiError EMAIL_NOT_VERIFIED, DAILY_LIMIT, RATE_LIMITED, NEW_ACCOUNT_LIMIT, PROOF_REQUIRED */
  find(member: Searcher): Promise<Conversation | Searching>
  /** Ends the search; a match that came first is left again. */
  cancel(userId: string): Promise<void>
}

interface Found {
  status: 'matched'
  conversationId: string
}

export interface MemberSearchDeps {
  matching: {
    find(seeker: Seeker): Promise<Found | { status: 'searching'; waitingSince: number }>
    cancel(userId: string): Promise<Found | { status: 'cancelled' }>
  }
  chat: {
    assertMayStart(member: Searcher): Promise<void>
    conversation(id: string, member: Searcher): Promise<Conversation>
    resign(conversationId: string, userId: string): Promise<void>
  }
  safety: { blockedIds(userId: string): Promise<string[]> }
  limits: RateLimits
  clock: Clock
}

/** A member's search as both doors offer it. */
export function createMemberSearch({
  matching,
  chat,
  safety,
  limits,
  clock,
}: MemberSearchDeps): MemberSearch {
  return {
    async find(member) {
      if (!member.emailVerified)
        throw new ApiError('EMAIL_NOT_VERIFIED', 'Please verify your email address before finding matches.')
      await limits.consume('matchByAccount', member.id)
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
      if (found.status === 'matched') return chat.conversation(found.conversationId, member)
      const waitingSeconds = Math.max(0, Math.round((clock.now() - found.waitingSince) / 1000))
      return { status: 'searching', waitingSeconds }
    },

    async cancel(userId) {
      const cancelled = await matching.cancel(userId)
      if (cancelled.status === 'matched') await chat.resign(cancelled.conversationId, userId)
    },
  }
}
