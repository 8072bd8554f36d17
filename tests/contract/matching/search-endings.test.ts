import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startApp } from '../../kit/app.ts'
import { createTestClock } from '../../kit/clock.ts'
import { ask } from '../../kit/graphql.ts'
import { accept, knockFrom, knockOn, startChat } from '../../kit/knocks.ts'
import { call, join, type Person } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const LIMIT = 2
const node = useNode({ env: { FREE_CONVERSATIONS_A_DAY: String(LIMIT) } })
afterEach(() => vi.restoreAllMocks())

const onlyThese = () => [`Only these ${crypto.randomUUID().slice(0, 8)}`]
const SEARCH = '/api/v1/conversation'
const FIND = 'mutation($id: ID) { findMatch(searchId: $id) { waitingSeconds conversation { id partnerId } } }'
const CANCEL = 'mutation($id: ID) { cancelSearch(searchId: $id) }'
const waiting = () => node.app.context.matching.waiting()

/** Holds the next poll on the server until it is released. */
function holdNextPoll() {
  const { moderation } = node.app.context
  const blockedIds = moderation.blockedIds.bind(moderation)
  const reached = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  vi.spyOn(moderation, 'blockedIds').mockImplementationOnce(async (userId) => {
    reached.resolve()
    await gate.promise
    return blockedIds(userId)
  })
  return { reached: reached.promise, letGo: () => gate.resolve() }
}

const search = (person: Person, method: 'GET' | 'DELETE', searchId?: string) =>
  call(node.url, method, SEARCH, {
    token: person.token,
    headers: searchId ? { 'search-id': searchId } : {},
  })

describe('a cancel', () => {
  // covers: 7-end-search, design-cancel-overrides-earlier-polls
  it('wins over a poll that the server still works on, and the next search begins at once', async () => {
    const interests = onlyThese()
    const [asha, ben] = [await join(node, { interests }), await join(node, { interests })]
    const { reached, letGo } = holdNextPoll()
    const poll = search(asha, 'GET')
    await reached
    expect((await search(asha, 'DELETE')).status).toBe(200)
    letGo()
    expect((await poll).status).toBe(202)
    expect((await ben.findMatch()).status).toBe(202)
    expect((await asha.findMatch()).conversation).toMatchObject({ partnerId: ben.id })
  })

  // covers: design-cancel-overrides-later-poll
  it('wins over a poll of the search it names that arrives after it', async () => {
    const interests = onlyThese()
    const [asha, ben] = [await join(node, { interests }), await join(node, { interests })]
    expect((await search(asha, 'DELETE', 'search-1')).status).toBe(200)
    expect(await search(asha, 'GET', 'search-1')).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    expect((await ben.findMatch()).status).toBe(202)
    expect((await search(asha, 'GET', 'search-2')).status).toBe(200)
  })

  it('wins over earlier polls over GraphQL too', async () => {
    const interests = onlyThese()
    const [asha, ben] = [await join(node, { interests }), await join(node, { interests })]
    const { reached, letGo } = holdNextPoll()
    const poll = ask(node, asha, FIND)
    await reached
    expect((await ask(node, asha, CANCEL, { id: 'search-1' })).data).toEqual({ cancelSearch: true })
    letGo()
    expect((await poll).data?.findMatch).toMatchObject({ conversation: null })
    expect((await ask(node, asha, FIND, { id: 'search-1' })).codes).toEqual(['CONFLICT'])
    expect((await ben.findMatch()).status).toBe(202)
    expect((await ask(node, asha, FIND, { id: 'search-2' })).data?.findMatch).toMatchObject({
      conversation: { partnerId: ben.id },
    })
  })

  it.each(['', 'two words', 'x'.repeat(65)])('refuses the search id %j', async (searchId) => {
    const asha = await join(node)
    const answer = await call(node.url, 'GET', SEARCH, {
      token: asha.token,
      headers: { 'search-id': searchId },
    })
    expect(answer).toMatchObject({ status: 400, body: { fields: { 'search-id': 'Not the id of a search' } } })
    expect((await ask(node, asha, FIND, { id: searchId })).codes).toEqual(['INVALID'])
  })
})

describe('a chat started from a list', () => {
  /** Two members who have talked before. Each is in the list of the other. */
  async function formerPartners() {
    const [asha, ben] = [
      await join(node, { interests: onlyThese(), premium: true }),
      await join(node, { interests: onlyThese(), premium: true }),
    ]
    const { conversationId } = await node.app.context.chat.open(asha.id, ben.id)
    await node.app.context.chat.resign(conversationId, asha.id)
    return { asha, ben, conversationId }
  }
  const start = (person: Person, secondUser: string) => person.call('POST', SEARCH, { secondUser })
  const startOverGraphql = (person: Person, id: string) =>
    ask(node, person, 'mutation($id: ID!) { startConversation(partnerId: $id) { id } }', { id })

  // covers: design-chat-from-a-list-ends-searches
  it.each([
    ['REST', start],
    ['GraphQL', startOverGraphql],
  ])('ends the search of the member who asks over %s, and not that of the other', async (_, begin) => {
    const { asha, ben } = await formerPartners()
    expect((await asha.findMatch()).status).toBe(202)
    expect((await ben.findMatch()).status).toBe(202)
    await begin(asha, ben.id)
    expect(await waiting()).toBe(1)
    expect((await ben.findMatch()).status).toBe(202)
    await ben.call('DELETE', SEARCH)
  })

  // covers: beyond-knock-other-stays
  it('answers no poll of the other member before they accept it', async () => {
    const { asha, ben, conversationId } = await formerPartners()
    const { reached, letGo } = holdNextPoll()
    const poll = ben.findMatch()
    await reached
    await knockOn(asha, ben)
    letGo()
    expect(await poll).toMatchObject({ status: 202 })
    await startChat(asha, ben)
    expect(await waiting()).toBe(0)
    expect((await ben.findMatch()).conversation).toMatchObject({ id: conversationId })
  })

  it('ends the search of the member who accepts it', async () => {
    const { asha, ben, conversationId } = await formerPartners()
    await knockOn(asha, ben)
    const { id } = await knockFrom(asha, ben)
    await asha.findMatch()
    await ben.findMatch()
    await accept(ben, id)
    expect(await waiting()).toBe(1)
    expect((await ben.findMatch()).conversation).toMatchObject({ id: conversationId })
    await asha.call('DELETE', SEARCH)
  })

  it("keeps the partner's search when the chat is already open", async () => {
    const { asha, ben } = await formerPartners()
    await startChat(asha, ben)
    await asha.findMatch()
    await ben.findMatch()
    await start(ben, asha.id)
    expect(await waiting()).toBe(1)
    expect((await asha.findMatch()).status).toBe(202)
    await asha.call('DELETE', SEARCH)
  })

  it('ends no search when it is refused', async () => {
    const [asha, ben] = [await join(node, { interests: onlyThese() }), await join(node, { premium: true })]
    await asha.findMatch()
    expect((await start(ben, asha.id)).status).toBe(404)
    expect(await waiting()).toBe(1)
    await asha.call('DELETE', SEARCH)
  })

  it('counts for the starter alone, even when a poll of the partner comes first', async () => {
    const { asha, ben, conversationId } = await formerPartners()
    // As if they had talked on an earlier day.
    await node.app.context.database.prisma.conversationMember.updateMany({
      where: { conversationId },
      data: { countedDay: null },
    })
    await ben.findMatch()
    await startChat(asha, ben)
    await ben.findMatch()
    const countOf = async (person: Person) =>
      (
        await node.app.context.database.prisma.dailyConversationStart.findMany({
          where: { userId: person.id },
        })
      ).map(({ count }) => count)
    // Asha left the first chat without a word, so it does not count for Ben.
    expect([await countOf(asha), await countOf(ben)]).toEqual([[2], [0]])
  })
})

describe('the last match of the daily limit', () => {
  /** A free member who has one conversation left today and has not yet received their match. */
  async function matchedAtTheLimit() {
    const interests = onlyThese()
    const [asha, ben] = [await join(node, { interests }), await join(node, { interests, premium: true })]
    await node.app.context.database.prisma.dailyConversationStart.create({
      data: { userId: asha.id, day: new Date(), count: LIMIT - 1 },
    })
    expect((await asha.findMatch()).status).toBe(202)
    expect((await ben.findMatch()).status).toBe(200)
    return { asha, ben }
  }

  // covers: design-existing-match-before-limits
  it('reaches the next poll, and the search after it is refused', async () => {
    const { asha, ben } = await matchedAtTheLimit()
    const { conversation } = await asha.findMatch()
    expect(conversation).toMatchObject({ partnerId: ben.id })
    await asha.call('GET', `${SEARCH}/${conversation?.id}/resign`)
    expect(await asha.call('GET', SEARCH)).toMatchObject({ status: 403, body: { code: 'DAILY_LIMIT' } })
  })

  it('reaches the next poll over GraphQL', async () => {
    const { asha, ben } = await matchedAtTheLimit()
    expect((await ask(node, asha, FIND)).data?.findMatch).toMatchObject({
      conversation: { partnerId: ben.id },
    })
  })

  it('reaches a new account that has reached its short-term limit', async () => {
    const strict = await startApp({ env: { RATE_LIMIT_FACTOR: '1' } })
    const interests = onlyThese()
    const [asha, ben] = [await join(strict, { interests }), await join(strict, { interests, premium: true })]
    await asha.findMatch()
    for (let count = 0; count < 9; count += 1)
      await strict.app.context.botDefence.conversationStarted(asha.id)
    expect((await ben.findMatch()).status).toBe(200)
    const { conversation } = await asha.findMatch()
    expect(conversation).toMatchObject({ partnerId: ben.id })
    await asha.call('GET', `${SEARCH}/${conversation?.id}/resign`)
    expect((await asha.call('GET', SEARCH)).body.code).toBe('NEW_ACCOUNT_LIMIT')
    await strict[Symbol.asyncDispose]()
  })
})

describe('a search in a hidden tab', () => {
  // covers: design-search-in-hidden-tab
  it('goes on without polls for ninety seconds while its stream is open', async () => {
    const clock = createTestClock(Date.now())
    const hidden = await startApp({ clock })
    onTestFinished(() => hidden[Symbol.asyncDispose]())
    const interests = onlyThese()
    const [asha, ben, cleo] = [
      await join(hidden, { interests }),
      await join(hidden, { interests }),
      await join(hidden, { interests }),
    ]
    const stream = await asha.stream()
    await stream.next('ready')
    expect((await asha.findMatch()).status).toBe(202)
    clock.advance(60_000)
    expect((await ben.findMatch()).conversation).toMatchObject({ partnerId: asha.id })
    expect(await stream.next('match_found')).toMatchObject({ data: { partnerId: ben.id } })
    expect((await cleo.findMatch()).status).toBe(202)
    stream.close()
  })
})
