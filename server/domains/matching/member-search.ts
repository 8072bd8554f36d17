import type { Conversation, Searching } from '#schema/chat.ts'
import type { Gender, LookingFor } from '#schema/enums.ts'
import { LIMITS } from '#schema/limits.ts'
import { text } from '#schema/translatable.ts'
import type { Chat } from '#server/domains/chat/index.ts'
import type { Evenings } from '#server/domains/evenings/index.ts'
import type { Presence } from '#server/domains/presence/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import type { Matching } from './matching.ts'
import type { Searching as FoundNone } from './matching-context.ts'
import { createRingMe, type PushReach } from './rings/ring-me.ts'
import { instantOf } from './rings/search-state.ts'
import type { Seeker } from './ticket.ts'
import type { SearchWaits } from './waits/search-waits.ts'

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
  learning: string[]
  age: number
  minPartnerAge: number | null
  maxPartnerAge: number | null
  /** The account is in its first hours. */
  isNewAccount?: boolean
  /** The request carried a proof of work. */
  hasProofOfWork?: boolean
}

/** What a search is for, besides a partner. */
interface SearchKind {
  /** The evening that the search is within. Ignored when it is not running. */
  eveningId?: string | null | undefined
  /** For an exchange of languages. Ignored for members who learn none. */
  isExchange?: boolean
}

export type MemberSearch = ReturnType<typeof createMemberSearch>

type SearchedMatching = Pick<
  Matching,
  'begin' | 'cancel' | 'findMatch' | 'remove' | 'setRing' | 'startChat' | 'state'
>
type SearchedChat = Pick<Chat, 'assertMayStart' | 'assertOpen' | 'conversation' | 'resign' | 'startWith'> & {
  knocks: Pick<Chat['knocks'], 'accept'>
}

const presentSearching = (found: FoundNone, now: number): Searching => ({
  status: 'searching',
  waitingSeconds: Math.max(0, Math.round((now - found.waitingSince) / 1_000)),
  ringUntil: instantOf(found.ringUntil),
  comeUntil: instantOf(found.comeUntil),
})

/** @throws what `chat.assertMayStart` throws. Who has reached the daily limit cannot come to a ring, which ends then. */
async function assertMayStart(
  { matching, chat }: { matching: SearchedMatching; chat: SearchedChat },
  member: Searcher,
  { isRinging }: { isRinging: boolean },
) {
  try {
    await chat.assertMayStart(member)
  } catch (error) {
    if (isRinging && error instanceof ApiError && error.code === 'DAILY_LIMIT')
      await matching.remove(member.id)
    throw error
  }
}

/** Provides the search as both transports offer it. */
export function createMemberSearch(
  { limits, clock, events }: Platform,
  {
    matching,
    chat,
    moderation,
    presence,
    push,
    waits,
    evenings,
  }: {
    matching: SearchedMatching
    chat: SearchedChat
    moderation: { blockedIds(userId: string): Promise<string[]> }
    presence: Pick<Presence, 'countSharing'>
    push: PushReach
    waits: Pick<SearchWaits, 'expect'>
    evenings: Pick<Evenings, 'searchWithin'>
  },
) {
  const seekerOf = async (member: Searcher, { eveningId, isExchange }: SearchKind): Promise<Seeker> => ({
    userId: member.id,
    interests: member.interests,
    gender: member.gender,
    genderFilter: member.filterByGender,
    lookingFor: member.lookingFor,
    languages: member.languages,
    learning: isExchange ? member.learning : [],
    age: member.age,
    minPartnerAge: member.minPartnerAge,
    maxPartnerAge: member.maxPartnerAge,
    premium: member.premium,
    blockedIds: await moderation.blockedIds(member.id),
    ...(eveningId && { evening: await evenings.searchWithin(member.id, eveningId) }),
  })

  return {
    /**
     * Returns a match, or how long the member has searched. An existing match is returned even if a limit would refuse the
     * member now. `searchId`: the client's name for this search, for cancelling it.
     * @throws ApiError EMAIL_NOT_VERIFIED, DAILY_LIMIT, RATE_LIMITED, NEW_ACCOUNT_LIMIT, PROOF_REQUIRED; CONFLICT for a
     * search that was cancelled by its id
     */
    async findMatch(
      member: Searcher,
      searchId: string | null = null,
      kind: SearchKind = {},
    ): Promise<Conversation | Searching> {
      if (!member.emailVerified)
        throw new ApiError(
          'EMAIL_NOT_VERIFIED',
          text('Please verify your email address before finding matches.'),
        )
      // Begins before anything is awaited: a later cancel overtakes this poll.
      const [{ poll, matched, isRinging }] = await Promise.all([
        matching.begin(member.id, searchId),
        limits.consume('matchByAccount', member.id),
      ])
      if (matched) return chat.conversation(matched.conversationId, member)
      await assertMayStart({ matching, chat }, member, { isRinging })
      const [seeker, begun] = [await seekerOf(member, kind), clock.now()]
      const found = await matching.findMatch(seeker, poll)
      if (found.status === 'matched') return chat.conversation(found.conversationId, member)
      // Later polls of the search return an earlier time.
      if (found.waitingSince >= begun)
        await events.emit('searchBegan', { userId: member.id, interests: member.interests })
      return presentSearching(found, clock.now())
    },

    /**
     * Ends the search, and leaves a match that came first. Overtakes every poll that began before, and every poll with this
     * search id.
     */
    async cancel(userId: string, searchId: string | null = null) {
      const cancelled = await matching.cancel(userId, searchId)
      if (cancelled.status === 'matched') await chat.resign(cancelled.conversationId, userId)
    },

    /** Returns what a search of the member that begins now can expect. */
    expectedWait: ({ interests }: Pick<Searcher, 'interests'>) => waits.expect(interests),

    /** Returns the member's search, for any of their devices. */
    state: (userId: string) => matching.state(userId),
    ...createRingMe({ limits, clock }, { matching, push }),

    ...chatsFromLists({ matching, chat }),

    /**
     * Counts the members online who share an interest, up to `LIMITS.onlineCount`. Members across a block do not count: the
     * figure would show when they come and go.
     */
    async countOnlineSharing({ id, interests }: Pick<Searcher, 'id' | 'interests'>) {
      const blockedIds = await moderation.blockedIds(id)
      return presence.countSharing(interests, [id, ...blockedIds], LIMITS.onlineCount)
    },
  }
}

/** Chats that do not begin with a match. They end the search of the member who starts or accepts them, and of no other. */
function chatsFromLists({ matching, chat }: { matching: SearchedMatching; chat: SearchedChat }) {
  /** Lets the member's polls return the chat that is open now, unless it has ended already. */
  async function endSearchFor(
    userId: string,
    { conversationId, ...pair }: { conversationId: string; starterId: string; partnerId: string },
  ) {
    const isOpen = () => chat.assertOpen(conversationId, userId)
    await matching.startChat(pair, [userId], isOpen).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
    })
  }

  return {
    /**
     * Starts a chat from a list, or asks for one, and ends the member's search. The other member keeps theirs.
     * @throws what `chat.startWith` throws
     */
    async startFromList(member: Searcher, partnerId: string): Promise<Conversation> {
      const { conversationId, isOpen } = await chat.startWith(member, partnerId)
      if (isOpen) await endSearchFor(member.id, { conversationId, starterId: member.id, partnerId })
      // A match that came first stays: both members have learned of it.
      else await matching.cancel(member.id)
      return chat.conversation(conversationId, member)
    },

    /** Accepts a knock on the member and ends their search. @throws ApiError NOT_FOUND when the knock has ended */
    async acceptKnock(member: Searcher, knockId: string): Promise<Conversation> {
      const { conversationId, starterId } = await chat.knocks.accept(member.id, knockId)
      await endSearchFor(member.id, { conversationId, starterId, partnerId: member.id })
      return chat.conversation(conversationId, member)
    },
  }
}
