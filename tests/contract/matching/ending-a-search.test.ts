import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { text } from '#schema/translatable.ts'
import type { Matching, TicketStore } from '#server/domains/matching/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import { createTestClock, type TestClock } from '../../kit/clock.ts'
import { aSeeker } from '../../kit/seeker.ts'
import { createTestMatching } from '../../kit/test-matching.ts'
import { TICKET_STORES } from '../../kit/ticket-stores.ts'

const opened = { conversationId: 'from-the-list' }

describe.each(TICKET_STORES)('ending a search on the $name store', ({ open }) => {
  let clock: TestClock
  let store: TicketStore
  let close: () => Promise<void>
  let starters: (readonly string[])[]
  let refuse: boolean
  let skipped = false

  const matcher = (): Matching =>
    createTestMatching({
      store,
      clock,
      async openConversation(a, b, startedBy = []) {
        if (refuse) throw new ApiError('FORBIDDEN', text('You cannot chat with this person right now.'))
        starters.push(startedBy)
        return { conversationId: [a, b].sort().join('+') }
      },
    })

  beforeEach(async (context) => {
    clock = createTestClock()
    const made = await open(clock)
    skipped = made === null
    if (!made) return context.skip('redis-server is not installed')
    ;({ store, close } = made)
    starters = []
    refuse = false
  })
  afterEach(async () => {
    if (!skipped) await close()
  })

  describe('by a cancel', () => {
    it('refuses a poll that began before the cancel and arrives after it, on whichever node', async () => {
      const [first, second] = [matcher(), matcher()]
      const { poll } = await first.begin('ann')
      expect(await second.cancel('ann')).toEqual({ status: 'cancelled' })
      expect(await first.findMatch(aSeeker('ann'), poll)).toMatchObject({ status: 'searching' })
      expect(await first.waiting()).toBe(0)
      expect(await first.findMatch(aSeeker('ben'))).toMatchObject({ status: 'searching' })
    })

    it('refuses a poll that keeps an earlier ticket alive, when the cancel overtakes it', async () => {
      const matching = matcher()
      await matching.findMatch(aSeeker('ann'))
      const { poll } = await matching.begin('ann')
      await matching.cancel('ann')
      await matching.findMatch(aSeeker('ann'), poll)
      expect(await matching.waiting()).toBe(0)
    })

    it('lets the next search begin at once', async () => {
      const matching = matcher()
      const { poll } = await matching.begin('ann')
      await matching.cancel('ann')
      await matching.findMatch(aSeeker('ann'))
      await matching.findMatch(aSeeker('ann'), poll)
      expect(await matching.findMatch(aSeeker('ben'))).toMatchObject({ status: 'matched', partnerId: 'ann' })
    })

    it('refuses every later poll of the search it names, and no other search', async () => {
      const matching = matcher()
      await matching.cancel('ann', 'search-1')
      const late = await matching.begin('ann', 'search-1')
      await expect(matching.findMatch(aSeeker('ann'), late.poll)).rejects.toMatchObject({ code: 'CONFLICT' })
      expect(await matching.waiting()).toBe(0)
      const next = await matching.begin('ann', 'search-2')
      await matching.findMatch(aSeeker('ann'), next.poll)
      expect(await matching.waiting()).toBe(1)
    })

    it('remembers the last searches that a member cancelled, not only the most recent', async () => {
      const matching = matcher()
      for (const searchId of ['search-1', 'search-2', 'search-3']) await matching.cancel('ann', searchId)
      const late = await matching.begin('ann', 'search-1')
      await expect(matching.findMatch(aSeeker('ann'), late.poll)).rejects.toMatchObject({ code: 'CONFLICT' })
    })

    it('refuses a poll that a suspension has overtaken', async () => {
      const matching = matcher()
      const { poll } = await matching.begin('ann')
      await matching.remove('ann')
      await matching.findMatch(aSeeker('ann'), poll)
      expect(await matching.waiting()).toBe(0)
    })
  })

  describe('by a chat from a list', () => {
    const startChat = (matching: Matching, starterId: string, partnerId: string) =>
      matching.startChat({ starterId, partnerId }, [starterId, partnerId], async () => opened)

    it('takes both members out of the search before the chat opens', async () => {
      const matching = matcher()
      await matching.findMatch(aSeeker('ann', { interests: ['a'], lookingFor: ['Dating'] }))
      await matching.findMatch(aSeeker('ben', { interests: ['b'], lookingFor: ['Networking'] }))
      const waiting = await matching.startChat(
        { starterId: 'ben', partnerId: 'ann' },
        ['ben', 'ann'],
        async () => [await matching.waiting(), (await matching.findMatch(aSeeker('cleo'))).status],
      )
      expect(waiting).toEqual([0, 'searching'])
    })

    it('returns the chat to the next poll of either member, counted for the starter', async () => {
      const matching = matcher()
      await matching.findMatch(aSeeker('ann', { interests: ['a'] }))
      await matching.findMatch(aSeeker('ben', { interests: ['b'] }))
      await startChat(matching, 'ben', 'ann')
      const { matched } = await matching.begin('ann')
      expect(matched).toEqual({ status: 'matched', conversationId: 'ann+ben', partnerId: 'ben' })
      expect(await matching.findMatch(aSeeker('ben'))).toMatchObject({ status: 'matched', partnerId: 'ann' })
      expect(starters).toEqual([['ben'], ['ben']])
    })

    it('returns the chat to a poll that is already running', async () => {
      const matching = matcher()
      const { poll } = await matching.begin('ann')
      await startChat(matching, 'ben', 'ann')
      expect(await matching.findMatch(aSeeker('ann'), poll)).toMatchObject({
        status: 'matched',
        partnerId: 'ben',
      })
    })

    it('does not return the chat to a search that begins later', async () => {
      const matching = matcher()
      await startChat(matching, 'ben', 'ann')
      expect(await matching.findMatch(aSeeker('ann'))).toMatchObject({ status: 'searching' })
    })

    it('does not return the chat once it has ended', async () => {
      const matching = matcher()
      await matching.findMatch(aSeeker('ann'))
      const { poll } = await matching.begin('cleo')
      await startChat(matching, 'ben', 'ann')
      await startChat(matching, 'dev', 'cleo')
      await matching.separate('ben', 'ann')
      await matching.separate('dev', 'cleo')
      expect((await matching.begin('ann')).matched).toBeNull()
      expect(await matching.findMatch(aSeeker('cleo'), poll)).toMatchObject({ status: 'searching' })
    })

    it('does not return the chat once the search is cancelled', async () => {
      const matching = matcher()
      await matching.findMatch(aSeeker('ann'))
      await startChat(matching, 'ben', 'ann')
      expect(await matching.cancel('ann')).toEqual({ status: 'cancelled' })
      expect((await matching.begin('ann')).matched).toBeNull()
    })

    it('does not replace an earlier match', async () => {
      const matching = matcher()
      await matching.findMatch(aSeeker('ann'))
      await matching.findMatch(aSeeker('cleo'))
      await startChat(matching, 'ben', 'ann')
      expect((await matching.begin('ann')).matched).toMatchObject({ partnerId: 'cleo' })
    })

    it('lets both members keep searching when the chat cannot be opened', async () => {
      const matching = matcher()
      await matching.findMatch(aSeeker('ann'))
      const { poll } = await matching.begin('dev')
      for (const partnerId of ['ann', 'dev'])
        await expect(
          matching.startChat({ starterId: 'ben', partnerId }, ['ben', partnerId], () =>
            Promise.reject(new ApiError('FORBIDDEN', text('You cannot chat with this person right now.'))),
          ),
        ).rejects.toMatchObject({ code: 'FORBIDDEN' })
      expect((await matching.begin('ann')).matched).toBeNull()
      expect(await matching.findMatch(aSeeker('dev'), poll)).toMatchObject({ status: 'searching' })
      expect(await matching.findMatch(aSeeker('ann'))).toMatchObject({ status: 'searching' })
      expect(await matching.waiting()).toBe(1)
    })

    it('forgets the chat when a poll finds that the two may no longer talk', async () => {
      const matching = matcher()
      await matching.findMatch(aSeeker('ann'))
      await startChat(matching, 'ben', 'ann')
      refuse = true
      expect((await matching.begin('ann')).matched).toBeNull()
      refuse = false
      expect((await matching.begin('ann')).matched).toBeNull()
    })
  })

  it('forgets a match only when it is with the member whose conversation ended', async () => {
    const matching = matcher()
    await matching.findMatch(aSeeker('ann', { blockedIds: ['cleo'] }))
    await matching.findMatch(aSeeker('ben'))
    await matching.separate('ann', 'cleo')
    expect((await matching.begin('ann')).matched).toMatchObject({ partnerId: 'ben' })
  })
})
