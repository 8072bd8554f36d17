import { beforeEach, describe, expect, it } from 'vitest'
import type { Matching, Seeker } from '#server/domains/matching/index.ts'
import { createTestClock } from '../../kit/clock.ts'
import { ask } from '../../kit/graphql.ts'
import { join, type Person } from '../../kit/person.ts'
import { aSeeker } from '../../kit/seeker.ts'
import { createTestMatching } from '../../kit/test-matching.ts'
import { TICKET_STORES } from '../../kit/ticket-stores.ts'
import { useTwoNodes } from '../../kit/use-two-nodes.ts'

const ENGLISH = { languages: ['en'], learning: ['hi'] }
const HINDI = { languages: ['hi'], learning: ['en'] }

describe.each(TICKET_STORES)('a search for an exchange on the $name store', ({ open }) => {
  const clock = createTestClock()
  let matching: Matching
  let opened: boolean[]
  beforeEach(async (context) => {
    const made = await open(clock)
    if (!made) return context.skip('redis-server is not installed')
    opened = []
    matching = createTestMatching({
      store: made.store,
      clock,
      async openConversation(_one, _other, _starters, { isExchange = false } = {}) {
        opened.push(isExchange)
        return { conversationId: 'chat' }
      },
    })
    return made.close
  })

  const search = (userId: string, changes: Partial<Seeker>) => matching.findMatch(aSeeker(userId, changes))
  const waits = { status: 'searching' }

  // covers: beyond-exchange-matching
  it('finds the one who speaks what it learns and learns what it speaks before those who share more', async () => {
    await search('shares all', { languages: ['en'], premium: true })
    clock.advance(1_000)
    await search('teaches only', { languages: ['hi'], learning: ['fr'], premium: true })
    await search('teaches and learns', { ...HINDI, interests: ['tea'], lookingFor: ['Dating'] })
    expect(await search('ann', ENGLISH)).toMatchObject({ partnerId: 'teaches and learns' })
    expect(opened).toEqual([true])
  })

  // covers: beyond-exchange-matching
  it('accepts one direction once both have waited ten seconds', async () => {
    const one = { languages: ['hi'], learning: ['fr'], interests: ['tea'], lookingFor: ['Dating'] } as const
    await search('ann', ENGLISH)
    clock.advance(5_000)
    await search('ben', one)
    clock.advance(5_000)
    expect(await search('ann', ENGLISH)).toMatchObject(waits)
    clock.advance(4_999)
    expect(await search('ben', one)).toMatchObject(waits)
    clock.advance(1)
    expect(await search('ben', one)).toMatchObject({ partnerId: 'ann' })
    expect(opened).toEqual([true])
  })

  // covers: beyond-exchange-matching
  it('becomes an ordinary search after twenty seconds, also for the search that finds it', async () => {
    await search('ann', ENGLISH)
    for (const wait of [10_000, 9_999]) {
      clock.advance(wait)
      await search('ann', ENGLISH)
      expect(await search('shares all', { languages: ['en'] })).toMatchObject(waits)
    }
    clock.advance(1)
    await matching.tick()
    expect(await matching.waiting()).toBe(0)
    expect(opened).toEqual([false])
  })

  // covers: beyond-exchange-matching
  it('never relaxes ages, blocks and the gender filter', async () => {
    const others: [string, Partial<Seeker>][] = [
      ['is too young', { age: 24 }],
      ['wants older people', { minPartnerAge: 40 }],
      ['blocked by ann', {}],
      ['blocked ann', { blockedIds: ['ann'] }],
      ['wants men', { genderFilter: 'Male' }],
      ['is a man', { gender: 'Male' }],
    ]
    const ann = {
      ...ENGLISH,
      minPartnerAge: 25,
      blockedIds: ['blocked by ann'],
      genderFilter: 'Female',
    } as const
    for (const [userId, changes] of others) {
      for (let round = 0; round < 5; round += 1) {
        expect(await search(userId, { ...HINDI, ...changes })).toMatchObject(waits)
        expect(await search('ann', ann)).toMatchObject(waits)
        clock.advance(10_000)
        await matching.tick()
      }
      expect(await matching.waiting()).toBe(2)
      await matching.cancel(userId)
    }
    expect(await search('fits', HINDI)).toMatchObject({ partnerId: 'ann' })
  })

  // covers: beyond-exchange-matching
  it('finds its partner behind any number of other exchanges', async () => {
    for (let index = 0; index < 60; index += 1)
      await search(`other ${index}`, { languages: ['hi'], learning: ['ja'] })
    await search('ben', HINDI)
    expect(await search('ann', ENGLISH)).toMatchObject({ partnerId: 'ben' })
  })
})

describe('a search for an exchange on two nodes', () => {
  const [first, second] = useTwoNodes()

  const learn = ({ call, user }: Person, languages: string, learning: string) => {
    const { id, displayName, age, interests, lookingFor } = user
    return call('PUT', '/api/v1/user', { id, displayName, age, interests, lookingFor, languages, learning })
  }
  const exchange = ({ call }: Person) => call('GET', '/api/v1/conversation?exchange=true')
  const rare = () => [`Rare ${crypto.randomUUID().slice(0, 8)}`]

  // covers: beyond-exchange-matching
  it('matches two who teach each other, and tells both that it is an exchange', async () => {
    const [asha, ben] = [await join(first, { interests: rare() }), await join(second, { interests: rare() })]
    await learn(asha, 'mr', 'xh')
    await learn(ben, 'xh', 'mr')
    expect((await exchange(asha)).status).toBe(202)
    const query = 'mutation { findMatch(exchange: true) { conversation { partnerId exchange } } }'
    expect((await ask(second, ben, query)).data).toEqual({
      findMatch: { conversation: { partnerId: asha.id, exchange: true } },
    })
    expect((await asha.findMatch()).conversation).toMatchObject({ partnerId: ben.id, exchange: true })
    const partner = { body: { languages: ['xh'], learning: ['mr'] } }
    expect(await asha.call('GET', `/api/v1/user/${ben.id}`)).toMatchObject(partner)
  })

  // covers: beyond-exchange-matching
  it('searches as any other for members who learn no language', async () => {
    const interests = rare()
    const [asha, ben] = [await join(first, { interests }), await join(second, { interests })]
    expect((await exchange(asha)).status).toBe(202)
    expect((await ben.findMatch()).conversation).toMatchObject({ partnerId: asha.id, exchange: false })
  })

  // covers: beyond-exchange-matching
  it('ends when the two chat again without one', async () => {
    const [asha, ben] = [await join(first), await join(first)]
    const { chat } = first.app.context
    const { conversationId } = await chat.open(asha.id, ben.id, [], { isExchange: true })
    await chat.resign(conversationId, asha.id)
    await chat.open(asha.id, ben.id, [])
    expect((await asha.call('GET', `/api/v1/conversation/${conversationId}`)).body).toMatchObject({
      exchange: false,
    })
  })

  // covers: beyond-exchange-matching
  it('refuses other values than true and false', async () => {
    const asha = await join(first)
    const answer = await asha.call('GET', '/api/v1/conversation?exchange=maybe')
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID' } })
    const query = 'mutation { findMatch(exchange: "maybe") { waitingSeconds } }'
    expect((await ask(first, asha, query)).data ?? null).toBeNull()
  })
})
