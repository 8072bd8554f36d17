import type { Conversation, Searching } from '#schema/chat.ts'
import type { Gender, LookingFor } from '#schema/enums.ts'
import { text } from '#schema/translatable.ts'
import type { AroundOpening } from '#server/domains/chat/index.ts'
import type { Presence } from '#server/domains/presence/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import type { Seeker } from './ticket.ts'
import type { Poll } from './ticket-store.ts'

/** The member who searches. */
export interface Searcher {
  id: string
  emailVerified: boolean
  premium: boolean
  interests: string[]
  gender: Gender
  filterByGender: Gender | null
  lookingFor: LookingFor[]
  languages: string[]
  age: number
  /** The account is in its first hours. */
  isNewAccount?: boolean
  /** The request carried a proof of work. */
  hasProofOfWork?: boolean
}

export interface MemberSearch {
  /**
   * Returns a match, or how long the member has searched. An existing match is returned whatever limits apply now.
   * `searchId`: the client's name for this search, for cancelling it.
   * @throws ApiError EMAIL_NOT_VERIFIED, DAILY_LIMIT, RATE_LIMITED, NEW_ACCOUNT_LIMIT, PROOF_REQUIRED; CONFLICT for a
   * search that was cancelled by its id
   */
  find(member: Searcher, searchId?: string | null): Promise<Conversation | Searching>
  /**
   * Ends the search, and leaves a match that came first. Overtakes every poll that began before, and every poll with this
   * search id.
   */
  cancel(userId: string, searchId?: string | null): Promise<void>
  /** Starts a chat from a list and ends the search of both members. @throws what `chat.startWith` throws */
  startFromList(member: Searcher, partnerId: string): Promise<Conversation>
  /**
   * Counts the members online who share an interest, up to `ONLINE_COUNT_CAP`. Members across a block do not count: the figure
   * would show when they come and go.
   */
  countOnlineSharing(member: Pick<Searcher, 'id' | 'interests'>): Promise<number>
}

/** The home screen shows no higher number. */
export const ONLINE_COUNT_CAP = 999

interface Found {
  status: 'matched'
  conversationId: string
}

export interface MemberSearchDeps {
  matching: {
    begin(userId: string, searchId: string | null): Promise<{ poll: Poll; matched: Found | null }>
    find(seeker: Seeker, poll: Poll): Promise<Found | { status: 'searching'; waitingSince: number }>
    cancel(userId: string, searchId: string | null): Promise<Found | { status: 'cancelled' }>
    startChat<Opened>(
      pair: { starterId: string; partnerId: string },
      members: readonly string[],
      open: () => Promise<Opened>,
    ): Promise<Opened>
  }
  chat: {
    assertMayStart(member: Searcher): Promise<void>
    conversation(id: string, member: Searcher): Promise<Conversation>
    resign(conversationId: string, userId: string): Promise<void>
    startWith(starter: Searcher, partnerId: string, around: AroundOpening): Promise<Conversation>
  }
  moderation: { blockedIds(userId: string): Promise<string[]> }
  presence: Pick<Presence, 'countSharing'>
  limits: RateLimits
  clock: Clock
}

/** Provides the search as both transports offer it. */
export function createMemberSearch({
  matching,
  chat,
  moderation,
  presence,
  limits,
  clock,
}: MemberSearchDeps): MemberSearch {
  const seekerOf = async (member: Searcher): Promise<Seeker> => ({
    userId: member.id,
    interests: member.interests,
    gender: member.gender,
    genderFilter: member.filterByGender,
    lookingFor: member.lookingFor,
    languages: member.languages,
    age: member.age,
    premium: member.premium,
    blockedIds: await moderation.blockedIds(member.id),
  })

  return {
    async find(member, searchId = null) {
      if (!member.emailVerified)
        throw new ApiError(
          'EMAIL_NOT_VERIFIED',
          text('Please verify your email address before finding matches.'),
        )
      // Begins before anything is awaited: a later cancel overtakes this poll.
      const [{ poll, matched }] = await Promise.all([
        matching.begin(member.id, searchId),
        limits.consume('matchByAccount', member.id),
      ])
      if (matched) return chat.conversation(matched.conversationId, member)
      await chat.assertMayStart(member)
      const found = await matching.find(await seekerOf(member), poll)
      if (found.status === 'matched') return chat.conversation(found.conversationId, member)
      const waitingSeconds = Math.max(0, Math.round((clock.now() - found.waitingSince) / 1000))
      return { status: 'searching', waitingSeconds }
    },

    async cancel(userId, searchId = null) {
      const cancelled = await matching.cancel(userId, searchId)
      if (cancelled.status === 'matched') await chat.resign(cancelled.conversationId, userId)
    },

    startFromList: (member, partnerId) =>
      chat.startWith(member, partnerId, (open, { isOpen }) => {
        // Returning to an open chat ends the caller's search only.
        const members = isOpen ? [member.id] : [member.id, partnerId]
        return matching.startChat({ starterId: member.id, partnerId }, members, open)
      }),

    async countOnlineSharing({ id, interests }) {
      const blockedIds = await moderation.blockedIds(id)
      return presence.countSharing(interests, [id, ...blockedIds], ONLINE_COUNT_CAP)
    },
  }
}
