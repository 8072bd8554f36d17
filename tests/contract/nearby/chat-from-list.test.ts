import { describe, expect, it } from 'vitest'
import { passADay, startChat } from '../../kit/knocks.ts'
import { createPlaces, memberAt, premiumMemberAt } from '../../kit/nearby.ts'
import { call, join, type Person } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()

const nextPlace = createPlaces()
const change = (userId: string, data: object) =>
  node.app.context.database.prisma.user.update({ where: { id: userId }, data })

describe('starting a chat from a list', () => {
  const start = (person: Person, secondUser: unknown) =>
    person.call('POST', '/api/v1/conversation', { secondUser })

  // covers: 7-start-conversation
  it('asks the member, and opens the one conversation of the pair when they accept', async () => {
    const at = nextPlace()
    const [me, other] = [await premiumMemberAt(node, at), await memberAt(node, at)]
    const stream = await other.stream()
    const first = await start(me, other.id)
    expect(first).toMatchObject({
      status: 200,
      body: { partnerId: other.id, awaitsAnswer: true, userActive: true, partnerActive: true },
    })
    expect((await start(me, other.id)).body).toEqual(first.body)
    expect((await start(other, me.id)).body).toMatchObject({ id: first.body.id, awaitsAnswer: false })
    expect((await stream.next('match_found')).data).toMatchObject({ id: first.body.id, partnerId: me.id })
    const answers = await Promise.all([start(me, other.id), start(other, me.id), start(me, other.id)])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(stream.received.filter(({ event }) => event === 'match_found')).toHaveLength(1)
    stream.close()
  })

  it('reopens a conversation that had ended', async () => {
    const at = nextPlace()
    const [me, other] = [await premiumMemberAt(node, at), await memberAt(node, at)]
    const { id } = await startChat(me, other)
    await other.call('GET', `/api/v1/conversation/${id}/resign`)
    await passADay(node, id)
    expect(await startChat(me, other)).toMatchObject({ id, userActive: true, partnerActive: true })
  })

  // covers: 5-chat-from-a-list-needs-verified-email, 6-unverified-email
  it('needs a verified email', async () => {
    const at = nextPlace()
    const [me, other] = [await premiumMemberAt(node, at), await memberAt(node, at)]
    await change(me.id, { emailVerified: false })
    await node.app.context.events.emit('userChanged', { userId: me.id })
    expect(await start(me, other.id)).toMatchObject({
      status: 403,
      body: {
        code: 'EMAIL_NOT_VERIFIED',
        message:
          'Please verify your email address before starting chats. Check your inbox for the verification link.',
      },
    })
  })

  it('answers alike for distant strangers, hidden, blocked and unknown members', async () => {
    const at = nextPlace()
    const [me, stranger, hidden, blocked, blocker] = [
      await premiumMemberAt(node, at),
      await memberAt(node, nextPlace()),
      await memberAt(node, at, { nearBy: false }),
      await memberAt(node, at),
      await memberAt(node, at),
    ]
    await start(me, blocked.id)
    await me.call('POST', '/api/v1/blocks', { userId: blocked.id })
    await blocker.call('POST', '/api/v1/blocks', { userId: me.id })
    const free = await join(node, { ...at, nearBy: true })
    for (const answer of [
      await start(me, stranger.id),
      await start(me, hidden.id),
      await start(me, blocked.id),
      await start(me, blocker.id),
      await start(me, crypto.randomUUID()),
      await start(free, me.id),
    ])
      expect(answer).toMatchObject({
        status: 404,
        body: { message: 'You cannot chat with this person right now.' },
      })
  })

  it("refuses the caller's own id and invalid ids", async () => {
    const me = await premiumMemberAt(node, nextPlace())
    expect((await start(me, me.id)).status).toBe(400)
    for (const id of ['', 'me', null, 7]) expect((await start(me, id)).status).toBe(400)
    expect((await call(node.url, 'POST', '/api/v1/conversation', { body: {} })).status).toBe(401)
  })
})
