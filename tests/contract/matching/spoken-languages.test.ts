import { describe, expect, it } from 'vitest'
import { createTestClock } from '../../kit/clock.ts'
import { ask } from '../../kit/graphql.ts'
import { join, type Person } from '../../kit/person.ts'
import { aSeeker } from '../../kit/seeker.ts'
import { createTestMatching } from '../../kit/test-matching.ts'
import { TICKET_STORES } from '../../kit/ticket-stores.ts'
import { useTwoNodes } from '../../kit/use-two-nodes.ts'

describe.each(TICKET_STORES)('the languages of members on the $name store', ({ open }) => {
  // covers: design-matching-prefers-common-language
  it('relax last: two without a common one match after 30 seconds, or 20 with premium', async () => {
    for (const { premium, after } of [
      { premium: false, after: 30_000 },
      { premium: true, after: 20_000 },
    ]) {
      const clock = createTestClock()
      const opened = await open(clock)
      if (!opened) return
      const matching = createTestMatching({
        store: opened.store,
        clock,
        openConversation: async () => ({ conversationId: 'chat' }),
      })
      const ann = aSeeker('ann', { languages: ['mr'], premium })
      const ben = aSeeker('ben', { languages: ['de', 'en'] })
      await matching.findMatch(ann)
      // Until just before the end of the wait, although they share every interest.
      for (let waited = 0; waited < after; waited += 10_000) {
        expect(await matching.findMatch(ben)).toMatchObject({ status: 'searching' })
        clock.advance(waited + 10_000 < after ? 10_000 : 9_999)
        expect(await matching.findMatch(ann)).toMatchObject({ status: 'searching' })
      }
      clock.advance(1)
      expect(await matching.findMatch(ben)).toMatchObject({ status: 'matched', partnerId: 'ann' })
      await opened.close()
    }
  })
})

describe('the languages of members on two nodes', () => {
  const [first, second] = useTwoNodes()

  const rare = () => [`Rare ${crypto.randomUUID().slice(0, 8)}`]
  const speak = (
    { call, user: { id, displayName, age, interests, lookingFor } }: Person,
    languages: string,
  ) => call('PUT', '/api/v1/user', { id, displayName, age, interests, lookingFor, languages })

  // covers: design-matching-prefers-common-language
  it('decide who is matched, and partners see those that count', async () => {
    const interests = rare()
    const asha = await join(first, { interests, language: 'hi' })
    const [ben, cleo] = [await join(second, { interests }), await join(second, { interests })]
    expect((await speak(cleo, 'mr,hi')).body).toMatchObject({ languages: ['mr', 'hi'] })
    expect((await asha.findMatch()).status).toBe(202)
    expect((await ben.findMatch()).status).toBe(202)
    expect((await cleo.findMatch()).conversation?.partnerId).toBe(asha.id)
    const partner = async (who: Person, { id }: Person) => (await who.call('GET', `/api/v1/user/${id}`)).body
    expect(await partner(asha, cleo)).toMatchObject({ languages: ['mr', 'hi'] })
    // Asha named none, so the language of her account counts.
    expect(await partner(cleo, asha)).toMatchObject({ languages: ['hi'] })
    expect(asha.user.languages).toEqual([])
    const query = 'query ($userId: ID!) { partner(userId: $userId) { languages } me { languages } }'
    expect((await ask(first, asha, query, { userId: cleo.id })).data).toEqual({
      partner: { languages: ['mr', 'hi'] },
      me: { languages: [] },
    })
  })

  it('count on every node soon after a change on one', async () => {
    const asha = await join(first, { interests: rare() })
    const { accounts } = second.app.context
    const onSecond = async () => (await accounts.memberOf(asha.token))?.languages
    expect(await onSecond()).toEqual(['en'])
    const { pool, prisma } = first.app.context.database
    const reported = async () =>
      (await pool.query('SELECT 1 FROM session_invalidation WHERE bucket = session_bucket($1)', [asha.id]))
        .rowCount
    const before = (await reported()) ?? 0
    // The trigger reports a change however it is made.
    await prisma.user.update({ where: { id: asha.id }, data: { languages: ['ta'] } })
    expect(await reported()).toBe(before + 1)
    await expect.poll(onSecond, { timeout: 20_000 }).toEqual(['ta'])
  })

  // covers: design-spoken-languages
  it('change over GraphQL, and stay where they are left out', async () => {
    const asha = await join(first)
    const update = (languages?: string[] | null) =>
      ask(
        first,
        asha,
        `mutation ($languages: [String!]) { updateProfile(displayName: "Asha of Pune", interests: ["Jazz"],
          lookingFor: [FRIENDSHIP], age: 31, languages: $languages) { languages } }`,
        languages === undefined ? {} : { languages },
      )
    expect((await update(['mr', 'zh'])).data).toEqual({ updateProfile: { languages: ['mr', 'zh'] } })
    for (const none of [undefined, null])
      expect((await update(none)).data).toEqual({ updateProfile: { languages: ['mr', 'zh'] } })
    const refused = await update(['mr', 'tlh'])
    expect(refused.codes).toEqual(['INVALID'])
    expect(JSON.stringify(refused.errors)).toContain('Choose languages from the list')
    expect((await update([])).data).toEqual({ updateProfile: { languages: [] } })
  })
})
