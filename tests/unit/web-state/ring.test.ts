import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TIMING } from '#schema/limits.ts'
import { matchWith, passing, SEARCHING } from './chat-machine-kit.ts'
import { aConversation, CHAT, refusal } from './kit.ts'
import { goingOn, missed, NO_SEARCH, openRing, ringing } from './ring-kit.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** A page that searches, and whose member will be rung. */
async function openSearch() {
  const page = await openRing()
  page.answer(goingOn())
  await page.chat.findMatch()
  await passing(0)
  return page
}

describe('a ring', () => {
  // covers: beyond-ring-comes
  it('begins polls at once on a page that the member looks at', async () => {
    const page = await openRing()
    page.answer(ringing())
    await page.tell(ringing())
    expect([page.phase(), page.polls()]).toEqual(['searching', 1])
    expect(page.chat.getState()).toMatchObject({ since: Date.now() - 900_000 })
    page.server.on('findMatch', matchWith())
    await passing(TIMING.searchPoll)
    expect(page.phase()).toBe('matched')
  })

  // covers: beyond-ring-hidden
  it('waits on a page that the member does not look at, and begins polls when they do', async () => {
    const page = await openRing()
    page.answer(ringing())
    await page.look(false)
    await page.tell(ringing())
    await passing(20_000)
    expect([page.phase(), page.polls()]).toEqual(['idle', 0])
    expect(page.news).toEqual(['Someone was found'])
    await page.look(true)
    expect([page.phase(), page.polls()]).toEqual(['searching', 1])
  })

  // covers: beyond-ring-comes
  it('begins polls when the app opens, once the last chat is known to be over', async () => {
    const page = await openRing({ match: CHAT })
    page.server.on('currentConversation', { body: aConversation({ userActive: false }) })
    page.answer(ringing())
    await page.ring.refresh()
    expect(page.polls()).toBe(0)
    await page.chat.start()
    await passing(0)
    expect([page.phase(), page.polls()]).toEqual(['searching', 1])
  })

  it('leaves an open chat alone', async () => {
    const page = await openRing()
    page.chat.open(aConversation())
    await page.tell(ringing())
    expect([page.phase(), page.polls()]).toEqual(['matched', 0])
  })

  it('speeds up the polls of a long search', async () => {
    const page = await openRing()
    await page.chat.findMatch()
    await passing(TIMING.searchPollsBeforeSlow * TIMING.searchPoll)
    page.answer(ringing())
    await page.tell(ringing())
    const before = page.polls()
    await passing(TIMING.searchPollsBeforeSlow * TIMING.searchPoll)
    expect(page.polls() - before).toBe(TIMING.searchPollsBeforeSlow)
  })

  // covers: beyond-ring-over
  it('leaves the search in its place when the other does not come', async () => {
    const page = await openRing()
    page.answer(ringing())
    await page.tell(ringing())
    page.answer(goingOn())
    await page.tell(goingOn())
    await passing(TIMING.searchPoll)
    expect(page.phase()).toBe('searching')
    expect(page.searchState.getState()?.comeUntil).toBeNull()
    expect(page.server.of('cancelSearch')).toEqual([])
  })

  // covers: beyond-ring-over
  it('ends the search of a member who does not come, and says so until they dismiss it', async () => {
    const page = await openSearch()
    await page.look(false)
    await page.tell(ringing())
    await page.tell(missed())
    await passing(60_000)
    expect([page.phase(), page.polls()]).toEqual(['idle', 1])
    const { missedRingAt } = page.searchState.getState() ?? {}
    expect(page.ring.missed.getState()).toBe(missedRingAt)
    page.ring.missed.dismiss()
    expect(page.ring.missed.getState()).toBeNull()
    page.searchState.setState({ ...NO_SEARCH, missedRingAt: missedRingAt ?? null })
    expect(page.ring.missed.getState()).toBeNull()
  })

  it('makes an earlier miss old news once the member searches again', async () => {
    const page = await openRing()
    const before = missed()
    await page.tell(before)
    await page.chat.findMatch()
    await passing(0)
    await page.chat.cancel()
    await page.tell(before)
    expect(page.ring.missed.getState()).toBeNull()
  })
})

describe('a search that goes on', () => {
  // covers: beyond-ring-hidden
  it('rests on a page that the member does not look at', async () => {
    const page = await openSearch()
    await page.look(false)
    await passing(60_000)
    expect(page.polls()).toBe(1)
    await page.look(true)
    expect([page.phase(), page.polls()]).toEqual(['searching', 2])
  })

  it('polls on in a hidden tab without a ring', async () => {
    const page = await openRing()
    await page.chat.findMatch()
    await page.look(false)
    await passing(TIMING.searchPoll)
    expect(page.polls()).toBe(2)
  })

  // covers: beyond-ring-over
  it('ends when the browser had stopped the page during the ring', async () => {
    const page = await openSearch()
    await page.look(false)
    page.answer(missed())
    await page.look(true)
    expect([page.phase(), page.polls()]).toEqual(['idle', 1])
    expect(page.ring.missed.getState()).not.toBeNull()
  })

  it('finds the chat that began while the browser had stopped the page', async () => {
    const page = await openRing()
    const found = { ...ringing(), ringUntil: null }
    page.answer(found)
    await page.chat.findMatch()
    await passing(0)
    await page.look(false)
    const missedEarlier = new Date(Date.now() - 3_600_000).toISOString()
    page.server.on('getSearch', { body: { ...NO_SEARCH, missedRingAt: missedEarlier } })
    page.server.on('findMatch', matchWith())
    await page.look(true)
    expect(page.phase()).toBe('matched')
    expect(page.server.of('cancelSearch')).toEqual([])
  })

  it('polls when its state cannot be read', async () => {
    const page = await openSearch()
    await page.look(false)
    page.server.on('getSearch', refusal(503, 'UNAVAILABLE'))
    await page.look(true)
    expect(page.polls()).toBe(2)
  })

  // covers: beyond-ring-kind
  it('keeps its kind when the member returns to it, in a browser that did not begin it', async () => {
    const page = await openRing()
    const evening = { id: CHAT, topic: 'Jazz', endsAt: new Date(Date.now() + 60_000).toISOString() }
    page.answer({ ...goingOn(), evening, exchange: true })
    await page.ring.refresh()
    page.ring.look()
    await passing(0)
    expect(page.server.of('findMatch')[0]?.query).toEqual({ evening: CHAT, exchange: 'true' })
    expect(page.chat.getState()).toMatchObject({ kind: { evening, isExchange: true } })
  })

  it('becomes an ordinary one when a server of an earlier version does not tell its kind', async () => {
    const page = await openRing()
    page.answer(goingOn())
    await page.chat.findExchange()
    await page.chat.cancel()
    await page.ring.refresh()
    page.ring.look()
    await passing(0)
    expect(page.server.of('findMatch').at(-1)?.query).toEqual({})
  })

  // covers: beyond-ring-kind
  it('keeps its kind in the polls of its page', async () => {
    const page = await openRing()
    page.answer({ ...goingOn(), exchange: true })
    await page.tell({ ...goingOn(), exchange: true })
    page.ring.look()
    await passing(0)
    page.answer(ringing())
    await passing(TIMING.searchPoll)
    expect(page.searchState.getState()).toMatchObject({ exchange: true, comeUntil: expect.any(String) })
  })

  // covers: beyond-ring-card
  it('begins, is extended and ends at the member’s wish, and every refusal reaches them', async () => {
    const page = await openSearch()
    page.server.on('ringMe', { body: goingOn() })
    await page.ring.set(true)
    await page.ring.set(true)
    page.server.on('ringMe', { body: { ...goingOn(), ringUntil: null } })
    await page.ring.set(false)
    expect(page.server.of('ringMe').map(({ body }) => body)).toEqual([
      { on: true },
      { on: true },
      { on: false },
    ])
    expect(page.searchState.getState()?.ringUntil).toBeNull()
    page.server.on('ringMe', refusal(409, 'CONFLICT', 'Your quiet hours have begun.'))
    await expect(page.ring.set(true)).rejects.toThrow('Your quiet hours have begun.')
    expect(page.phase()).toBe('searching')
  })

  // covers: beyond-ring-home
  it('ends when the member stops it on the home screen', async () => {
    const page = await openRing()
    page.answer(goingOn())
    await page.ring.refresh()
    expect(page.phase()).toBe('idle')
    await page.ring.stop()
    expect(page.server.of('cancelSearch')).toHaveLength(1)
    expect(page.searchState.getState()).toBeNull()
  })

  it('leaves nothing behind when the member cancels it here', async () => {
    const page = await openSearch()
    await page.chat.cancel()
    expect(page.searchState.getState()).toBeNull()
  })

  it('shows its end when the member looks at the home screen again', async () => {
    const page = await openRing()
    page.answer(goingOn())
    await page.ring.refresh()
    await page.look(false)
    page.server.on('findMatch', SEARCHING)
    page.server.on('getSearch', { body: NO_SEARCH })
    await page.look(true)
    expect(page.searchState.getState()).toBeNull()
    expect(page.polls()).toBe(0)
  })

  // covers: beyond-ring-goes-on
  it('ends at once on the home screen when another device cancels it', async () => {
    const page = await openRing()
    page.answer(goingOn())
    await page.ring.refresh()
    await page.tell(NO_SEARCH)
    expect([page.phase(), page.searchState.getState(), page.polls()]).toEqual(['idle', null, 0])
  })

  // covers: beyond-ring-goes-on
  it('ends at once on a page that polls when another device cancels it', async () => {
    const page = await openSearch()
    await page.tell(NO_SEARCH)
    expect([page.phase(), page.searchState.getState()]).toEqual(['idle', null])
    // A poll under way may have begun it again.
    expect(page.server.of('cancelSearch')).toHaveLength(1)
    await passing(60_000)
    expect(page.polls()).toBe(1)
  })

  it('ends on a page that rests without cancelling a later one of another device', async () => {
    const page = await openSearch()
    await page.look(false)
    await page.tell(NO_SEARCH)
    expect([page.phase(), page.searchState.getState()]).toEqual(['idle', null])
    expect(page.server.of('cancelSearch')).toEqual([])
  })

  it('stays when the news of the end of an earlier one arrives late', async () => {
    const page = await openSearch()
    await page.chat.cancel()
    await page.chat.findMatch()
    await page.tell(NO_SEARCH)
    await passing(TIMING.searchPoll)
    expect(page.phase()).toBe('searching')
    expect(page.server.of('cancelSearch')).toHaveLength(1)
  })
})
