import { beforeEach, describe, expect, it } from 'vitest'
import { text } from '#schema/translatable.ts'
import { createMemberSearch, type MemberSearch } from '#server/domains/matching/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import { createTestClock } from '../../kit/clock.ts'
import { testPlatform } from '../../kit/test-platform.ts'

type Deps = Parameters<typeof createMemberSearch>[1]
type Reach = Awaited<ReturnType<Deps['push']['reachOf']>>
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
  minPartnerAge: 25,
  maxPartnerAge: 40,
  lookingFor: ['Friendship'],
  languages: ['mr', 'en'],
  learning: ['fr'],
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
const STATE = { searching: true, waitingSeconds: 4, ringUntil: null, comeUntil: null, missedRingAt: null }
const SEARCHING = { status: 'searching', ringUntil: null, comeUntil: null } as const
const matched = { status: 'matched', conversationId: 'chat', partnerId: 'ben' } as const

let calls: unknown[][]
beforeEach(() => {
  calls = []
})

/** A search that records every call. */
function search(
  changes: {
    matching?: Partial<Deps['matching']>
    chat?: Partial<Deps['chat']>
    reach?: Partial<Reach>
  } = {},
) {
  const note = (...values: unknown[]) => void calls.push(values)
  return createMemberSearch(testPlatform({ clock }), {
    matching: {
      async begin(...values) {
        note('begin', ...values)
        return { poll: { mark: 'mark', searchId: values[1] ?? null }, matched: null, isRinging: false }
      },
      async findMatch(...values) {
        note('findMatch', ...values)
        return { status: 'searching', waitingSince: clock.now() - 4_499 }
      },
      async cancel(...values) {
        note('cancel', ...values)
        return { status: 'cancelled' }
      },
      remove: async (...values) => note('remove', ...values),
      state: async () => STATE,
      async setRing(...values) {
        note('ring', ...values)
        return STATE
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
      async assertOpen(...values) {
        note('open', ...values)
      },
      startWith: async () => ({ conversationId: 'list', isOpen: true }),
      knocks: { accept: async () => ({ conversationId: 'knock', starterId: 'ben' }) },
      ...changes.chat,
    },
    presence: { countSharing: async () => 0 },
    push: { reachOf: async () => ({ hasDevice: true, quietIn: null, ...changes.reach }) },
    waits: { expect: async ([interest = null]) => ({ interest, withinMinutes: 5, betterAt: null }) },
    evenings: { searchWithin: async (userId, evening) => note('within', userId, evening) ?? evening },
    moderation: { blockedIds: async (id) => [`blocked by ${id}`] },
  })
}

describe("a member's search", () => {
  it('begins before anything else, and returns the seconds of the wait', async () => {
    expect(await search().findMatch(ASHA, 'search')).toEqual({ ...SEARCHING, waitingSeconds: 4 })
    const { id, filterByGender, emailVerified: _, ...rest } = ASHA
    const seeker = { userId: id, genderFilter: filterByGender, blockedIds: ['blocked by asha'] }
    expect(calls).toEqual([
      ['begin', 'asha', 'search'],
      ['may start', 'asha'],
      ['findMatch', { ...rest, ...seeker, learning: [] }, { mark: 'mark', searchId: 'search' }],
    ])
  })

  it('searches within an evening that runs, and asks about none without one', async () => {
    await search().findMatch(ASHA, 'search', { eveningId: 'jazz' })
    expect(calls).toContainEqual(['within', 'asha', 'jazz'])
    expect(calls.at(-1)).toMatchObject(['findMatch', { evening: 'jazz' }, {}])
    calls = []
    await search().findMatch(ASHA, 'search')
    expect(calls.map(([name]) => name)).toEqual(['begin', 'may start', 'findMatch'])
  })

  // covers: beyond-exchange-matching
  it('searches for an exchange where it is asked for and the member learns a language', async () => {
    for (const learning of [['fr'], []])
      await search().findMatch({ ...ASHA, learning }, null, { isExchange: true })
    const seekers = calls.filter(([name]) => name === 'findMatch').map(([, seeker]) => seeker)
    expect(seekers).toMatchObject([{ learning: ['fr'] }, { learning: [] }])
  })

  it('returns what to expect by the interests of the member', async () => {
    expect(await search().expectedWait({ interests: ['Jazz'] })).toMatchObject({ interest: 'Jazz' })
  })

  it('never returns a negative wait', async () => {
    const findMatch = async () => ({ status: 'searching' as const, waitingSince: clock.now() + 9_000 })
    expect(await search({ matching: { findMatch } }).findMatch(ASHA)).toEqual({
      ...SEARCHING,
      waitingSeconds: 0,
    })
  })

  it('returns the found conversation', async () => {
    const found = await search({ matching: { findMatch: async () => matched } }).findMatch(ASHA)
    expect(found).toEqual(chatWith('chat'))
  })

  it('returns an earlier match even when the member may start no more chats', async () => {
    const begin = async () => ({ poll: { mark: null, searchId: null }, matched, isRinging: false })
    expect(await search({ matching: { begin } }).findMatch(ASHA)).toEqual(chatWith('chat'))
    expect(calls).toEqual([['conversation', 'asha']])
  })

  // covers: beyond-ring-cancel
  it.each([
    ['DAILY_LIMIT', [['remove', 'asha']]],
    ['PROOF_REQUIRED', []],
  ] as const)('ends a ring when %s refuses the member only if they cannot come', async (code, removed) => {
    const begin = async () => ({ poll: { mark: null, searchId: null }, matched: null, isRinging: true })
    const assertMayStart = async () => {
      throw new ApiError(code, text('You cannot chat with this person right now.'))
    }
    const refused = search({ matching: { begin }, chat: { assertMayStart } }).findMatch(ASHA)
    await expect(refused).rejects.toMatchObject({ code })
    expect(calls).toEqual(removed)
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

  it('follows an open chat from a list, which the polls of the member then return', async () => {
    expect(await search().startFromList(ASHA, 'ben')).toEqual(chatWith('list'))
    expect(calls).toEqual([
      ['start', { starterId: 'asha', partnerId: 'ben' }, ['asha']],
      ['open', 'list', 'asha'],
      ['conversation', 'asha'],
    ])
  })

  it('follows a knock, which no poll returns', async () => {
    const startWith = async () => ({ conversationId: 'waiting', isOpen: false })
    expect(await search({ chat: { startWith } }).startFromList(ASHA, 'ben')).toEqual(chatWith('waiting'))
    expect(calls).toEqual([
      ['cancel', 'asha'],
      ['conversation', 'asha'],
    ])
  })

  it('keeps a match that came before a knock', async () => {
    const startWith = async () => ({ conversationId: 'waiting', isOpen: false })
    const cancel = async () => matched
    await search({ chat: { startWith }, matching: { cancel } }).startFromList(ASHA, 'ben')
    expect(calls).toEqual([['conversation', 'asha']])
  })

  it('follows an accepted knock for the accepting member alone', async () => {
    expect(await search().acceptKnock(ASHA, 'id')).toEqual(chatWith('knock'))
    expect(calls).toEqual([
      ['start', { starterId: 'ben', partnerId: 'asha' }, ['asha']],
      ['open', 'knock', 'asha'],
      ['conversation', 'asha'],
    ])
  })

  it('follows an accepted knock whose chat has ended already', async () => {
    const assertOpen = () => Promise.reject(new ApiError('NOT_FOUND', text('Ended')))
    expect(await search({ chat: { assertOpen } }).acceptKnock(ASHA, 'id')).toEqual(chatWith('knock'))
    const broken = () => Promise.reject(new Error('no database'))
    await expect(search({ chat: { assertOpen: broken } }).acceptKnock(ASHA, 'id')).rejects.toThrow(
      'no database',
    )
  })
})
