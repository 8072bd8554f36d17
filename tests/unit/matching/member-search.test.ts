import { beforeEach, describe, expect, it } from 'vitest'
import { createMemberSearch, type MemberSearch } from '#server/domains/matching/index.ts'
import { createTestClock } from '../../kit/clock.ts'
import { testPlatform } from '../../kit/test-platform.ts'

type Deps = Parameters<typeof createMemberSearch>[1]
type Searcher = Parameters<MemberSearch['findMatch']>[0]

const clock = createTestClock()
const ASHA: Searcher = {
  id: 'asha',
  emailVerified: true,
  premium: true,
  interests: ['Jazz'],
  gender: 'Female',
  age: 31,
  filterByGender: 'Male',
  lookingFor: ['Friendship'],
  languages: ['mr', 'en'],
}
const chatWith = (id: string): Awaited<ReturnType<Deps['chat']['conversation']>> => ({
  id,
  userId: 'asha',
  partnerId: 'ben',
  userDisplayName: 'Asha',
  partnerDisplayName: 'Ben',
  name: 'Ben',
  userActive: true,
  partnerActive: true,
  userOnline: true,
  lastMessageTime: null,
  lastSentMessage: null,
  unreadCount: 0,
  sharedInterests: [],
})
/** Starts a chat from a list, as the chat domain does. */
const startingFrom =
  (isOpen: boolean): Deps['chat']['startWith'] =>
  async (_starter, _partnerId, around) => {
    const { conversationId } = await around(async () => ({ conversationId: 'list', fresh: true }), { isOpen })
    return chatWith(conversationId)
  }
const matched = { status: 'matched', conversationId: 'chat', partnerId: 'ben' } as const

let calls: unknown[][]
beforeEach(() => {
  calls = []
})

/** A search that records every call. */
function search(changes: { matching?: Partial<Deps['matching']>; chat?: Partial<Deps['chat']> } = {}) {
  const note = (...values: unknown[]) => void calls.push(values)
  return createMemberSearch(testPlatform({ clock }), {
    matching: {
      async begin(...values) {
        note('begin', ...values)
        return { poll: { mark: 'mark', searchId: values[1] ?? null }, matched: null }
      },
      async findMatch(...values) {
        note('findMatch', ...values)
        return { status: 'searching', waitingSince: clock.now() - 4_499 }
      },
      async cancel(...values) {
        note('cancel', ...values)
        return { status: 'cancelled' }
      },
      async startChat(pair, members, open) {
        note('start', pair, members)
        return open()
      },
      ...changes.matching,
    },
    chat: {
      assertMayStart: async (member) => note('may start', member.id),
      async conversation(id, member) {
        note('conversation', member.id)
        return chatWith(id)
      },
      resign: async (...values) => note('resign', ...values),
      startWith: startingFrom(false),
      ...changes.chat,
    },
    presence: { countSharing: async () => 0 },
    moderation: { blockedIds: async (id) => [`blocked by ${id}`] },
  })
}

describe("a member's search", () => {
  it('begins before anything else, and returns the seconds of the wait', async () => {
    expect(await search().findMatch(ASHA, 'search')).toEqual({ status: 'searching', waitingSeconds: 4 })
    const { id, filterByGender, emailVerified: _, ...rest } = ASHA
    expect(calls).toEqual([
      ['begin', 'asha', 'search'],
      ['may start', 'asha'],
      [
        'findMatch',
        { ...rest, userId: id, genderFilter: filterByGender, blockedIds: ['blocked by asha'] },
        { mark: 'mark', searchId: 'search' },
      ],
    ])
  })

  it('never returns a negative wait', async () => {
    const findMatch = async () => ({ status: 'searching' as const, waitingSince: clock.now() + 9_000 })
    expect(await search({ matching: { findMatch } }).findMatch(ASHA)).toEqual({
      status: 'searching',
      waitingSeconds: 0,
    })
  })

  it('returns the found conversation', async () => {
    const found = await search({ matching: { findMatch: async () => matched } }).findMatch(ASHA)
    expect(found).toEqual(chatWith('chat'))
  })

  it('returns an earlier match even when the member may start no more chats', async () => {
    const begin = async () => ({ poll: { mark: null, searchId: null }, matched })
    expect(await search({ matching: { begin } }).findMatch(ASHA)).toEqual(chatWith('chat'))
    expect(calls).toEqual([['conversation', 'asha']])
  })

  it('needs a verified email address', async () => {
    await expect(search().findMatch({ ...ASHA, emailVerified: false })).rejects.toMatchObject({
      code: 'EMAIL_NOT_VERIFIED',
    })
    expect(calls).toEqual([])
  })

  it('allows sixty polls a minute', async () => {
    const { findMatch } = search()
    for (let count = 0; count < 60; count += 1) await findMatch(ASHA)
    await expect(findMatch(ASHA)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await expect(findMatch({ ...ASHA, id: 'ben' })).resolves.toBeDefined()
  })
})

describe('the end of a search', () => {
  it('leaves the conversation of an earlier match after a cancel', async () => {
    await search({ matching: { cancel: async () => matched } }).cancel('asha', 'search')
    expect(calls).toEqual([['resign', 'chat', 'asha']])
  })

  it('leaves no conversation after a cancel without a match', async () => {
    await search().cancel('asha')
    expect(calls).toEqual([['cancel', 'asha', null]])
  })

  it.each([
    [false, ['asha', 'ben']],
    [true, ['asha']],
  ])('applies after a chat from a list that is already open: %s, to %j', async (isOpen, members) => {
    const startWith = startingFrom(isOpen)
    expect(await search({ chat: { startWith } }).startFromList(ASHA, 'ben')).toEqual(chatWith('list'))
    expect(calls).toEqual([['start', { starterId: 'asha', partnerId: 'ben' }, members]])
  })
})
