import { describe, expect, it } from 'vitest'
import { createTestClock } from '../../kit/clock.ts'
import { ask } from '../../kit/graphql.ts'
import { join, type Person } from '../../kit/person.ts'
import { aSeeker } from '../../kit/seeker.ts'
import { createTestMatching } from '../../kit/test-matching.ts'
import { TICKET_STORES } from '../../kit/ticket-stores.ts'
import { useTwoNodes } from '../../kit/use-two-nodes.ts'

describe.each(TICKET_STORES)('the ages that members want to meet on the $name store', ({ open }) => {
  // covers: beyond-age-wishes
  it('never relax, neither the own range nor that of the other', async (context) => {
    const clock = createTestClock()
    const opened = await open(clock)
    if (!opened) return context.skip('redis-server is not installed')
    const matching = createTestMatching({
      store: opened.store,
      clock,
      openConversation: async () => ({ conversationId: 'chat' }),
    })
    const ann = aSeeker('ann', { age: 30, minPartnerAge: 25, maxPartnerAge: 35, premium: true })
    const others = [
      aSeeker('is too young', { age: 24, genderFilter: 'Male' }),
      aSeeker('is too old', { age: 36, genderFilter: 'Male' }),
      aSeeker('wants older people', { age: 31, minPartnerAge: 31, maxPartnerAge: 60 }),
    ]
    for (let minute = 0; minute < 10; minute += 1) {
      for (const seeker of [ann, ...others])
        expect(await matching.findMatch(seeker)).toMatchObject({ status: 'searching' })
      clock.advance(10_000)
      await matching.tick()
      expect(await matching.waiting()).toBe(4)
    }
    // A birthday counts at the next poll, in the middle of a search.
    const matched = await matching.findMatch({ ...ann, age: 31 })
    expect(matched).toMatchObject({ status: 'matched', partnerId: 'wants older people' })
    await opened.close()
  })
})

describe('the ages that members want to meet on two nodes', () => {
  const [first, second] = useTwoNodes()

  const rare = () => [`Rare ${crypto.randomUUID().slice(0, 8)}`]
  const change = ({ call, user }: Person, changes: object) => {
    const { id, displayName, age, interests, lookingFor } = user
    return call('PUT', '/api/v1/user', { id, displayName, age, interests, lookingFor, ...changes })
  }

  // covers: beyond-age-wishes
  it('decide who is matched, without premium', async () => {
    const interests = rare()
    const asha = await join(first, { interests, age: 31 })
    const [ben, cleo] = [
      await join(second, { interests, age: 24 }),
      await join(second, { interests, age: 25 }),
    ]
    const wishes = { minPartnerAge: 25, maxPartnerAge: null }
    expect(await change(asha, wishes)).toMatchObject({ status: 200, body: wishes })
    expect((await asha.findMatch()).status).toBe(202)
    expect((await ben.findMatch()).status).toBe(202)
    expect((await cleo.findMatch()).conversation?.partnerId).toBe(asha.id)
    // No other member learns of the range.
    const partner = (await cleo.call('GET', `/api/v1/user/${asha.id}`)).body
    expect(Object.keys(partner)).not.toContain('minPartnerAge')
  })

  it('count on every node soon after a change on one', async () => {
    const asha = await join(first, { interests: rare() })
    const onSecond = async () => (await second.app.context.accounts.memberOf(asha.token))?.maxPartnerAge
    expect(await onSecond()).toBeNull()
    const { pool, prisma } = first.app.context.database
    const changes = async () =>
      (await pool.query('SELECT 1 FROM session_invalidation WHERE bucket = session_bucket($1)', [asha.id]))
        .rowCount
    const before = (await changes()) ?? 0
    await prisma.user.update({ where: { id: asha.id }, data: { maxPartnerAge: 50 } })
    expect(await changes()).toBe(before + 1)
    await expect.poll(onSecond, { timeout: 20_000 }).toBe(50)
  })

  // covers: beyond-age-wishes
  it('change over GraphQL, stay where they are left out, and end with null', async () => {
    const asha = await join(first)
    const update = (ages: { [age: string]: number | null }) =>
      ask(
        first,
        asha,
        `mutation ($minPartnerAge: Int, $maxPartnerAge: Int) { updateProfile(displayName: "Asha of Pune",
          interests: ["Jazz"], lookingFor: [FRIENDSHIP], age: 31, minPartnerAge: $minPartnerAge,
          maxPartnerAge: $maxPartnerAge) { minPartnerAge maxPartnerAge } }`,
        ages,
      )
    const range = { minPartnerAge: 25, maxPartnerAge: 40 }
    expect((await update(range)).data).toEqual({ updateProfile: range })
    expect((await update({})).data).toEqual({ updateProfile: range })
    expect((await update({ minPartnerAge: 41, maxPartnerAge: 40 })).codes).toEqual(['INVALID'])
    expect((await update({ minPartnerAge: 41 })).codes).toEqual(['INVALID'])
    const open = { minPartnerAge: null, maxPartnerAge: 40 }
    expect((await update(open)).data).toEqual({ updateProfile: open })
  })

  // covers: beyond-age-wishes
  it('refuse a range out of order or out of bounds in the database', async () => {
    const asha = await join(first)
    const store = (data: object) =>
      first.app.context.database.prisma.user.update({ where: { id: asha.id }, data })
    for (const data of [
      { minPartnerAge: 17 },
      { maxPartnerAge: 101 },
      { minPartnerAge: 41, maxPartnerAge: 40 },
    ])
      await expect(store(data)).rejects.toThrow('user_partner_ages')
    await store({ minPartnerAge: 40, maxPartnerAge: 40 })
  })
})
