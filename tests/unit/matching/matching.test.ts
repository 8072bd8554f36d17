import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TIMING } from '#schema/limits.ts'
import { text } from '#schema/translatable.ts'
import { createMemoryTicketStore, type TicketStore } from '#server/domains/matching/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import { createTestClock, type TestClock } from '../../kit/clock.ts'
import { aSeeker, NEW_POLL, NO_PLACES, noStreams } from '../../kit/seeker.ts'
import { createTestMatching } from '../../kit/test-matching.ts'

let clock: TestClock
let store: TicketStore
let opened: unknown[][]
let failures: unknown[]
let refusal: Error | null
beforeEach(() => {
  clock = createTestClock()
  store = createMemoryTicketStore({ clock })
  opened = []
  failures = []
  refusal = null
})
afterEach(() => void vi.useRealTimers())

const matcher = ({ connected = noStreams } = {}) =>
  createTestMatching({
    connected,
    store,
    clock,
    async openConversation(...values) {
      opened.push(values)
      if (refusal) throw refusal
      return { conversationId: 'chat' }
    },
    onFailure: (error) => void failures.push(error),
  })
const matchedWith = (partnerId: string) => ({ status: 'matched', conversationId: 'chat', partnerId })
const pair = { starterId: 'ann', partnerId: 'ben' }

describe('a search', () => {
  it('returns the match, and counts for both members', async () => {
    const matching = matcher()
    expect(await matching.findMatch(aSeeker('ann'))).toEqual({
      status: 'searching',
      waitingSince: clock.now(),
    })
    expect(await matching.findMatch(aSeeker('ben'))).toEqual(matchedWith('ann'))
    expect(opened).toEqual([['ben', 'ann', ['ben', 'ann'], {}]])
    expect((await matching.begin('ann', 'search')).matched).toEqual(matchedWith('ben'))
    expect((await matching.begin('cleo', 'search')).poll).toEqual({ mark: null, searchId: 'search' })
  })

  // covers: design-poll-returns-concurrent-match
  it('returns a match that the periodic run made during it', async () => {
    await matcher().findMatch(aSeeker('ann'))
    const waiting = store
    const { tick } = matcher()
    store = {
      ...waiting,
      async arrive(...values) {
        const arrival = await waiting.arrive(...values)
        await tick()
        return arrival
      },
    }
    expect(await matcher().findMatch(aSeeker('ben'))).toEqual(matchedWith('ann'))
  })

  it('keeps both tickets when the two may not talk, and rejects when the database fails', async () => {
    const matching = matcher()
    await matching.findMatch(aSeeker('ann'))
    refusal = new ApiError('FORBIDDEN', text('They may not talk.'))
    expect(await matching.findMatch(aSeeker('ben'))).toMatchObject({ status: 'searching' })
    expect(await matching.waiting()).toBe(2)
    expect((await matching.longestWaiting(1)).map(({ blockedIds }) => blockedIds)).toEqual([['ann']])
    await matching.cancel('ben')
    refusal = new TypeError('the database is gone')
    await expect(matching.findMatch(aSeeker('cleo'))).rejects.toBe(refusal)
  })

  it('fails after a cancel by its id, and does not continue after a cancel without one', async () => {
    const matching = matcher()
    const { poll } = await matching.begin('ann', 'first')
    const unnamed = (await matching.begin('ann')).poll
    expect(await matching.cancel('ann', 'first')).toEqual({ status: 'cancelled' })
    await expect(matching.findMatch(aSeeker('ann'), poll)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await matching.findMatch(aSeeker('ann'), unnamed)).toEqual({
      status: 'searching',
      waitingSince: clock.now(),
    })
    expect(await matching.waiting()).toBe(0)
  })

  it('can begin again after a cancel', async () => {
    const matching = matcher()
    await matching.findMatch(aSeeker('ann'))
    await matching.cancel('ann')
    expect(await matching.waiting()).toBe(0)
    await matching.findMatch(aSeeker('ann'))
    expect(await matching.waiting()).toBe(1)
  })

  it('returns a match to a member who cancels, but not a chat from a list', async () => {
    const matching = matcher()
    await matching.findMatch(aSeeker('ann'))
    await matching.findMatch(aSeeker('ben'))
    expect(await matching.cancel('ann')).toEqual(matchedWith('ben'))
    await matching.findMatch(aSeeker('cleo'))
    await matching.startChat({ starterId: 'dora', partnerId: 'cleo' }, ['cleo'], async () => 'opened')
    expect(await matching.cancel('cleo')).toEqual({ status: 'cancelled' })
  })
})

describe('a chat from a list', () => {
  it('counts for its starter only, and notifies the partner', async () => {
    const matching = matcher()
    await matching.findMatch(aSeeker('ben'))
    expect(await matching.startChat(pair, ['ann', 'ben'], async () => 'opened')).toBe('opened')
    expect(await matching.findMatch(aSeeker('ben'))).toEqual(matchedWith('ann'))
    expect(opened).toEqual([['ann', 'ben', ['ann'], {}]])
  })

  it('leaves nothing behind when it cannot be opened, or when the two may no longer talk', async () => {
    const matching = matcher()
    await matching.findMatch(aSeeker('ben'))
    const failure = new Error('it cannot be opened')
    await expect(matching.startChat(pair, ['ann', 'ben'], () => Promise.reject(failure))).rejects.toBe(
      failure,
    )
    expect((await matching.begin('ben')).matched).toBeNull()
    await matching.findMatch(aSeeker('ben'), (await matching.begin('ben')).poll)
    await matching.startChat(pair, ['ann', 'ben'], async () => 'opened')
    refusal = new ApiError('FORBIDDEN', text('They may not talk.'))
    expect((await matching.begin('ben')).matched).toBeNull()
    refusal = null
    expect((await matching.begin('ben')).matched).toBeNull()
  })
})

describe('the periodic run', () => {
  const alone = { interests: ['tea'], lookingFor: [] as const }

  it('matches members whose next stage has come, and removes those who were not seen', async () => {
    const matching = matcher()
    await matching.findMatch(aSeeker('ann'))
    await matching.findMatch(aSeeker('ben', alone))
    clock.advance(TIMING.ticketSeenWithin)
    await matching.tick()
    expect(await matching.waiting()).toBe(2)
    clock.advance(5_000)
    await matching.tick()
    expect(await matching.waiting()).toBe(0)
    expect(opened).toEqual([])
  })

  it('looks again at unmatched members at their next stage, and not before', async () => {
    const matching = matcher()
    const { waitingSince } = { waitingSince: clock.now() }
    await matching.findMatch(aSeeker('ann'))
    expect(await store.due(waitingSince + 2_999, 10)).toEqual([])
    expect(await store.due(waitingSince + 3_000, 10)).toEqual(['ann'])
    clock.advance(3_000)
    await matching.tick()
    expect(await store.due(waitingSince + 9_999, 10)).toEqual([])
    expect(await store.due(waitingSince + 10_000, 10)).toEqual(['ann'])
  })

  it('matches members who were last seen fifteen seconds ago', async () => {
    const matching = matcher()
    const now = clock.now()
    for (const userId of ['ann', 'ben'])
      await store.arrive(
        { ...aSeeker(userId), ticketId: `ticket-${userId}`, waitingSince: now, lastSeen: now },
        NEW_POLL,
        NO_PLACES,
      )
    clock.advance(TIMING.ticketSeenWithin)
    await matching.tick()
    expect(opened).toEqual([['ann', 'ben', ['ann', 'ben'], {}]])
    expect(await matching.waiting()).toBe(0)
  })

  it('keeps the tickets of members with an open stream for ninety seconds after their last poll', async () => {
    for (const userId of ['hidden', 'closed'])
      await matcher().findMatch(aSeeker(userId, { interests: [userId] }))
    const { tick } = matcher({ connected: async () => new Set(['hidden']) })
    clock.advance(TIMING.ticketSeenWithin + 1)
    await tick()
    expect((await store.longestWaiting(10)).map(({ userId }) => userId)).toEqual(['hidden'])
    clock.advance(TIMING.ticketSeenWithStream - TIMING.ticketSeenWithin)
    await tick()
    expect(await store.waiting()).toBe(0)
  })

  it('continues with the others when a due member has left', async () => {
    await matcher().findMatch(aSeeker('ann'))
    const waiting = store
    store = { ...waiting, due: async () => ['gone', 'ann'] }
    clock.advance(TIMING.ticketSeenWithin + 1)
    await matcher().tick()
    expect(await waiting.waiting()).toBe(0)
  })

  it('takes place each second, continues after a failure, and ends with the node', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const broken = new Error('the store is gone')
    const due = vi.fn<TicketStore['due']>().mockRejectedValueOnce(broken).mockResolvedValue([])
    const matching = createTestMatching({
      store: { ...store, due },
      clock,
      openConversation: async () => ({ conversationId: 'chat' }),
      onFailure: (error) => void failures.push(error),
    })
    matching.start()
    await vi.advanceTimersByTimeAsync(999)
    expect(due).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(failures).toEqual([broken])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(due).toHaveBeenCalledTimes(2)
    expect(due).toHaveBeenLastCalledWith(clock.now(), 200)
    await matching[Symbol.asyncDispose]()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a node that stops', () => {
  it('waits for the current run, and starts no other', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let release: (userIds: string[]) => void = () => undefined
    const due = vi.fn<TicketStore['due']>().mockImplementation(
      () =>
        new Promise((resolve) => {
          release = resolve
        }),
    )
    const matching = createTestMatching({
      store: { ...store, due },
      clock,
      openConversation: async () => ({ conversationId: 'chat' }),
      onFailure: (error) => void failures.push(error),
    })
    matching.start()
    await vi.advanceTimersByTimeAsync(1_000)
    const stopped = matching[Symbol.asyncDispose]()
    release([])
    await stopped
    expect(vi.getTimerCount()).toBe(0)
    expect(due).toHaveBeenCalledTimes(1)
  })
})
