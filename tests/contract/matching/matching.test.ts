import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { text } from '#schema/translatable.ts'
import type { Matching, TicketStore } from '#server/domains/matching/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import { createTestClock, type TestClock } from '../../kit/clock.ts'
import { aSeeker } from '../../kit/seeker.ts'
import { createTestMatching } from '../../kit/test-matching.ts'
import { TICKET_STORES } from '../../kit/ticket-stores.ts'

describe.each(TICKET_STORES)('matching on the $name store', ({ open }) => {
  let clock: TestClock
  let store: TicketStore
  let close: () => Promise<void>
  let opened: [string, string][]
  let openConversation: (a: string, b: string) => Promise<{ conversationId: string }>
  let skipped = false

  const matcher = (): Matching =>
    createTestMatching({
      store,
      clock,
      openConversation: (a, b) => openConversation(a, b),
    })

  beforeEach(async (context) => {
    clock = createTestClock()
    const made = await open(clock)
    skipped = made === null
    if (!made) return context.skip('redis-server is not installed')
    ;({ store, close } = made)
    opened = []
    openConversation = async (a, b) => {
      opened.push([a, b])
      return { conversationId: [a, b].sort().join('+') }
    }
  })
  afterEach(async () => {
    if (!skipped) await close()
  })

  // covers: 1-random-match
  it('pairs two members with the same interests at once, and sends both the same conversation', async () => {
    const matching = matcher()
    expect(await matching.findMatch(aSeeker('ann'))).toMatchObject({ status: 'searching' })
    const ben = await matching.findMatch(aSeeker('ben'))
    expect(ben).toEqual({ status: 'matched', conversationId: 'ann+ben', partnerId: 'ann' })
    expect(await matching.findMatch(aSeeker('ann'))).toEqual({
      status: 'matched',
      conversationId: 'ann+ben',
      partnerId: 'ben',
    })
    expect(await matching.waiting()).toBe(0)
  })

  it('treats different spellings of an interest as the same', async () => {
    const matching = matcher()
    await matching.findMatch(aSeeker('ann', { interests: ['  Jazz ', 'CHESS'] }))
    expect(await matching.findMatch(aSeeker('ben', { interests: ['jazz', 'Chess'] }))).toMatchObject({
      partnerId: 'ann',
    })
  })

  it('treats the names of a built-in interest in two languages as the same', async () => {
    const matching = matcher()
    await matching.findMatch(aSeeker('ann', { interests: ['fotografía'] }))
    expect(await matching.findMatch(aSeeker('ben', { interests: ['Photography'] }))).toMatchObject({
      partnerId: 'ann',
    })
  })

  // covers: 1-random-match
  it('prefers the rarer shared interest, then looking-for, then premium, then the longer wait', async () => {
    const matching = matcher()
    const lonely = (userId: string, changes = {}) =>
      matching.findMatch(aSeeker(userId, { lookingFor: ['Dating'], ...changes }))
    // None of these interests have anything in common.
    await lonely('crowd-1', { interests: ['jazz', 'x1', 'y1', 'z1'] })
    clock.advance(1)
    await lonely('crowd-2', { interests: ['jazz', 'x2', 'y2', 'z2'] })
    await lonely('rare', { interests: ['urdu poetry', 'x3', 'y3', 'z3'] })
    clock.advance(4_000)
    expect(
      await matching.findMatch(aSeeker('me', { interests: ['jazz', 'urdu poetry', 'a', 'b', 'c'] })),
    ).toMatchObject({
      partnerId: 'rare',
    })
    expect(
      await matching.findMatch(aSeeker('you', { interests: ['jazz', 'd', 'e', 'f', 'g'] })),
    ).toMatchObject({
      partnerId: 'crowd-1',
    })
  })

  it('requires less in common the longer a member waits', async () => {
    const matching = matcher()
    const one = { interests: ['a', 'b', 'c', 'd'], lookingFor: ['Dating'] as const }
    const other = { interests: ['d', 'x', 'y', 'z'], lookingFor: ['Networking'] as const }
    await matching.findMatch(aSeeker('ann', { ...one, lookingFor: ['Dating'] }))
    expect(await matching.findMatch(aSeeker('ben', { ...other, lookingFor: ['Networking'] }))).toMatchObject({
      status: 'searching',
    })
    clock.advance(3_001)
    expect(await matching.findMatch(aSeeker('ben', { ...other, lookingFor: ['Networking'] }))).toMatchObject({
      partnerId: 'ann',
    })
  })

  it('matches any two members in the end, by the periodic run alone', async () => {
    const matching = matcher()
    const keepAlive = async () => {
      await matching.findMatch(aSeeker('ann', { interests: ['a'], lookingFor: ['Dating'] }))
      await matching.findMatch(aSeeker('ben', { interests: ['b'], lookingFor: ['Networking'] }))
    }
    await keepAlive()
    clock.advance(10_000)
    await keepAlive()
    clock.advance(9_000)
    await keepAlive()
    expect(opened).toEqual([])
    clock.advance(2_000)
    await matching.tick()
    expect(opened).toHaveLength(1)
  })

  it('never matches members with themselves, however often they poll', async () => {
    const matching = matcher()
    for (let index = 0; index < 5; index += 1) {
      expect(await matching.findMatch(aSeeker('ann'))).toMatchObject({ status: 'searching' })
      clock.advance(8_000)
    }
    expect(opened).toEqual([])
  })

  it.each([
    ['the new member blocked the waiting one', { blockedIds: ['ann'] }, {}],
    ['the waiting member blocked the new one', {}, { blockedIds: ['ben'] }],
  ])('never matches across a block: %s', async (_, ben, ann) => {
    const matching = matcher()
    await matching.findMatch(aSeeker('ann', ann))
    expect(await matching.findMatch(aSeeker('ben', ben))).toMatchObject({ status: 'searching' })
  })

  it('honours a block that is made while both wait', async () => {
    const matching = matcher()
    const apart = { interests: ['a', 'b', 'c', 'd'] }
    await matching.findMatch(aSeeker('ann', apart))
    await matching.findMatch(aSeeker('ben', { interests: ['d', 'x', 'y', 'z'] }))
    await matching.block('ann', 'ben')
    clock.advance(10_000)
    expect(await matching.findMatch(aSeeker('ann', { ...apart, blockedIds: ['ben'] }))).toMatchObject({
      status: 'searching',
    })
    await matching.tick()
    expect(opened).toEqual([])
  })

  // covers: 1-premium-gender-filter
  it.each([
    ['Female', 'Male', false],
    ['Male', 'Male', true],
  ] as const)(
    'honours a premium filter on both sides: a %s member and a filter for %s',
    async (gender, filter, fits) => {
      const matching = matcher()
      await matching.findMatch(aSeeker('filters', { gender: 'Male', genderFilter: filter, premium: true }))
      const found = await matching.findMatch(aSeeker('ben', { gender }))
      expect(found.status).toBe(fits ? 'matched' : 'searching')
    },
  )

  // covers: design-matching-skips-absent-members
  it('never matches a member who was not seen for 15 seconds', async () => {
    const matching = matcher()
    await matching.findMatch(aSeeker('ghost'))
    clock.advance(15_001)
    expect(await matching.findMatch(aSeeker('ben'))).toMatchObject({ status: 'searching' })
    expect(await matching.waiting()).toBe(1)
  })

  it('never matches a cancelled ticket', async () => {
    const matching = matcher()
    await matching.findMatch(aSeeker('ann'))
    expect(await matching.cancel('ann')).toEqual({ status: 'cancelled' })
    expect(await matching.findMatch(aSeeker('ben'))).toMatchObject({ status: 'searching' })
  })

  it('returns the match to a cancel that comes too late, and only once', async () => {
    const matching = matcher()
    await matching.findMatch(aSeeker('ann'))
    await matching.findMatch(aSeeker('ben'))
    expect(await matching.cancel('ann')).toMatchObject({ status: 'matched', partnerId: 'ben' })
    expect(await matching.cancel('ann')).toEqual({ status: 'cancelled' })
  })

  // covers: design-no-rematch-for-half-an-hour
  it('does not match the same two again within 30 minutes, until both have waited for more than 20 seconds', async () => {
    const matching = matcher()
    await matching.findMatch(aSeeker('ann'))
    await matching.findMatch(aSeeker('ben'))
    await matching.separate('ann', 'ben')
    expect(await matching.findMatch(aSeeker('ann'))).toMatchObject({ status: 'searching' })
    expect(await matching.findMatch(aSeeker('ben'))).toMatchObject({ status: 'searching' })
    for (let waited = 0; waited < 20_000; waited += 10_000) {
      clock.advance(10_000)
      expect(await matching.findMatch(aSeeker('ann'))).toMatchObject({ status: 'searching' })
      if (waited < 10_000) await matching.findMatch(aSeeker('ben'))
    }
    clock.advance(1_000)
    expect(await matching.findMatch(aSeeker('ben'))).toMatchObject({ status: 'matched' })
  })

  it('does not return an ended conversation to the next search', async () => {
    const matching = matcher()
    await matching.findMatch(aSeeker('ann'))
    await matching.findMatch(aSeeker('ben'))
    await matching.separate('ben', 'ann')
    expect(await matching.findMatch(aSeeker('ann'))).toMatchObject({ status: 'searching' })
  })

  it('completes the match of a node that died with the next poll of either member', async () => {
    const dying = matcher()
    openConversation = () => Promise.reject(new Error('the node died'))
    await dying.findMatch(aSeeker('ann'))
    await expect(dying.findMatch(aSeeker('ben'))).rejects.toThrow('the node died')
    openConversation = async (a, b) => ({ conversationId: [a, b].sort().join('+') })
    expect(await matcher().findMatch(aSeeker('ann'))).toEqual({
      status: 'matched',
      conversationId: 'ann+ben',
      partnerId: 'ben',
    })
  })

  it('restores both tickets when the two may not talk', async () => {
    const matching = matcher()
    const since = clock.now()
    await matching.findMatch(aSeeker('ann'))
    openConversation = () => Promise.reject(new ApiError('FORBIDDEN', text('blocked meanwhile')))
    clock.advance(1_000)
    expect(await matching.findMatch(aSeeker('ben'))).toMatchObject({ status: 'searching' })
    const again = await matching.findMatch(aSeeker('ann', { blockedIds: ['ben'] }))
    expect(again).toEqual({ status: 'searching', waitingSince: since })
  })

  it('claims a member for at most one pair when several nodes try at the same time', async () => {
    const nodes = [matcher(), matcher(), matcher()]
    await nodes[0]?.findMatch(aSeeker('ann'))
    const found = await Promise.all(
      ['ben', 'cleo', 'dev', 'eva'].map((userId, index) => nodes[index % 3]?.findMatch(aSeeker(userId))),
    )
    const partners = found.flatMap((one) => (one?.status === 'matched' ? [one.partnerId] : []))
    expect(partners.filter((partner) => partner === 'ann').length).toBeLessThanOrEqual(1)
    // Each node that learns of a pair opens its conversation, which is the same one each time.
    const pairs = new Set(opened.map((members) => members.toSorted().join(' and ')))
    const claimed = [...pairs].flatMap((members) => members.split(' and '))
    expect(claimed.length).toBe(new Set(claimed).size)
  })
})
