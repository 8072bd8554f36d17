import { describe, expect, it } from 'vitest'
import { messagePage } from '#schema/chat.ts'
import {
  accept,
  decline,
  GONE,
  knockFrom,
  knockOn,
  knocksOf,
  partedPair,
  passADay,
  resign,
  say,
  start,
  startChat,
  textsOf,
} from '../../kit/knocks.ts'
import { join, type Person } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()

const prisma = () => node.app.context.database.prisma
const waitingTextsOf = async (person: Person, id: string) =>
  messagePage
    .parse((await person.call('POST', '/api/v1/messages', { id })).body)
    .elements.flatMap(({ awaitsAnswer, message }) => (awaitsAnswer ? [message] : []))
const notesOf = async (person: Person) =>
  (await prisma().notification.findMany({ where: { userId: person.id } })).map(({ kind, heading }) => [
    kind,
    heading,
  ])

describe('a knock', () => {
  // covers: beyond-knock-accept
  it('appears to the member it is for, and opens the chat when they accept', async () => {
    const { asha, ben, id } = await partedPair(node)
    const [hers, his] = [await asha.stream(), await ben.stream()]
    const waiting = await knockOn(asha, ben)
    expect(waiting).toMatchObject({ id, awaitsAnswer: true, userActive: true, partnerActive: true })
    const { data } = await his.next('knock')
    const knock = await knockFrom(asha, ben)
    expect(data).toEqual({ ...knock, waiting: true })
    expect(waiting.awaitsAnswerUntil).toBe(knock.expires)
    expect(knock).toMatchObject({ userId: asha.id, again: true, sharedInterests: asha.user.interests })
    await expect
      .poll(() => notesOf(ben))
      .toEqual([['knock', `${asha.user.displayName} would like to talk again`]])
    expect((await accept(ben, knock.id)).body).toMatchObject({ id, awaitsAnswer: false, userActive: true })
    expect((await hers.next('match_found')).data).toMatchObject({ id, startedByMe: false })
    expect((await his.next('match_found')).data).toMatchObject({ id, startedByMe: true })
    expect((await his.next('knock', ({ waiting }) => waiting === false)).data).toMatchObject({ id: knock.id })
    expect(await knocksOf(ben)).toEqual([])
    await expect.poll(() => notesOf(ben)).toEqual([])
    expect((await accept(ben, knock.id)).body).toMatchObject({ id, userActive: true })
    expect(hers.received.filter(({ event }) => event === 'match_found')).toHaveLength(1)
    for (const stream of [hers, his]) stream.close()
  })

  it('notifies a starter without a stream that it was accepted', async () => {
    const { asha, ben } = await partedPair(node)
    await startChat(asha, ben)
    await expect.poll(() => notesOf(asha)).toEqual([['knock_accepted', `${ben.user.displayName} accepted`]])
  })

  // covers: beyond-knock-other-stays
  it('leaves the other member in their search and in their chat', async () => {
    const { asha, ben } = await partedPair(node)
    const cleo = await join(node, { interests: ['Only Cleo'] })
    const other = await node.app.context.chat.open(ben.id, cleo.id)
    await knockOn(asha, ben)
    const open = await ben.call('GET', `/api/v1/conversation/${other.conversationId}`)
    expect(open.body).toMatchObject({ userActive: true, partnerActive: true })
    const found = await ben.findMatch()
    expect(found.status).toBe(202)
    await ben.call('DELETE', '/api/v1/conversation')
  })

  // covers: beyond-knock-message
  it('keeps the first message until it is accepted', async () => {
    const { asha, ben, id } = await partedPair(node)
    await knockOn(asha, ben)
    const his = await ben.stream()
    const sent = await say(asha, id, 'Hello again', 'key')
    expect(sent.status).toBe(200)
    expect((await say(asha, id, 'Hello again', 'key')).body).toEqual(sent.body)
    expect(await say(asha, id, 'Another one')).toMatchObject({
      status: 409,
      body: {
        code: 'CONFLICT',
        message: 'Your message waits until they answer. You can write more then.',
      },
    })
    expect([await textsOf(asha, id), await textsOf(ben, id)]).toEqual([['Hello again'], []])
    expect(await waitingTextsOf(asha, id)).toEqual(['Hello again'])
    const { body } = await asha.call('GET', `/api/v1/conversation/${id}`)
    expect(body.lastSentMessage).toBe('Hello again')
    expect((await ben.call('GET', `/api/v1/conversation/${id}`)).body).toMatchObject({
      awaitsAnswer: false,
      lastSentMessage: null,
    })
    const { id: knockId } = await knockFrom(asha, ben)
    await accept(ben, knockId)
    expect((await his.next('new_chat_message')).data).toMatchObject({
      id: sent.body.id,
      message: 'Hello again',
    })
    expect([await textsOf(asha, id), await textsOf(ben, id)]).toEqual([['Hello again'], ['Hello again']])
    expect(await waitingTextsOf(asha, id)).toEqual([])
    expect((await say(ben, id, 'Good to see you')).status).toBe(200)
    expect(await textsOf(ben, id)).toEqual(['Good to see you', 'Hello again'])
    his.close()
  })

  // covers: beyond-knock-message
  it('holds a first message that the filter stops', async () => {
    const { asha, ben, id } = await partedPair(node)
    await knockOn(asha, ben)
    expect((await say(asha, id, 'you are a faggot')).body.code).toBe('MESSAGE_HELD')
    expect(await textsOf(asha, id)).toEqual([])
  })

  // covers: beyond-knock-ends, beyond-knock-limits
  it('can be withdrawn, and cannot be repeated that day', async () => {
    const { asha, ben, id } = await partedPair(node)
    const his = await ben.stream()
    await knockOn(asha, ben)
    await his.next('knock')
    const { id: knockId } = await knockFrom(asha, ben)
    expect((await resign(asha, id)).status).toBe(200)
    await his.next('knock', ({ waiting }) => waiting === false)
    expect(await knocksOf(ben)).toEqual([])
    expect(await accept(ben, knockId)).toMatchObject(GONE)
    expect(await decline(ben, knockId)).toMatchObject(GONE)
    const again = await start(asha, ben)
    expect(again).toMatchObject({
      status: 403,
      body: {
        code: 'KNOCK_TOO_SOON',
        message: 'You can invite the same person once a day. Try again in 24 hours.',
      },
    })
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(23 * 3600)
    await passADay(node, id)
    expect(await knockOn(asha, ben)).toMatchObject({ id, awaitsAnswer: true })
    his.close()
  })

  // covers: beyond-knock-limits
  it('needs half an hour when the other member left', async () => {
    const { asha, ben, id } = await partedPair(node)
    expect(await start(ben, asha)).toMatchObject({
      status: 403,
      body: {
        code: 'KNOCK_TOO_SOON',
        message: 'This person left your last chat. You can invite them in 30 minutes.',
      },
    })
    expect(await knocksOf(asha)).toEqual([])
    await passADay(node, id)
    expect((await start(ben, asha)).status).toBe(200)
  })

  // covers: beyond-knock-ends
  it('expires after a day', async () => {
    const { asha, ben, id } = await partedPair(node)
    await knockOn(asha, ben)
    const { id: knockId } = await knockFrom(asha, ben)
    await passADay(node, id)
    expect(await knocksOf(ben)).toEqual([])
    expect(await accept(ben, knockId)).toMatchObject(GONE)
    const { body } = await asha.call('GET', `/api/v1/conversation/${id}`)
    expect(body).toMatchObject({ awaitsAnswer: false, userActive: false })
  })

  // covers: beyond-knock-limits
  it('needs a verified address of the other member', async () => {
    const { asha, ben } = await partedPair(node)
    await prisma().user.update({ where: { id: ben.id }, data: { emailVerified: false } })
    expect((await start(asha, ben)).status).toBe(404)
  })

  // covers: beyond-knock-limits
  it('reaches of free members only those whom their list shows', async () => {
    const { asha, ben, id } = await partedPair(node)
    await prisma().conversationMember.updateMany({
      where: { conversationId: id },
      data: { lastActivity: new Date(Date.now() - 31 * 86_400_000) },
    })
    expect((await start(asha, ben)).status).toBe(404)
    const premiumUntil = new Date(Date.now() + 86_400_000)
    await prisma().user.update({ where: { id: asha.id }, data: { premiumUntil } })
    await node.app.context.events.emit('userChanged', { userId: asha.id })
    expect((await start(asha, ben)).status).toBe(200)
  })

  // covers: beyond-knock-limits
  it('needs an answer to one of twenty others first', async () => {
    const { asha, ben } = await partedPair(node)
    const template = { fromId: asha.id, expires: new Date(Date.now() + 3_600_000) }
    const others = await Promise.all(Array.from({ length: 2 }, () => join(node)))
    for (const [index, other] of others.entries()) {
      const { conversationId } = await node.app.context.chat.open(asha.id, other.id)
      await node.app.context.chat.resign(conversationId, asha.id)
      await prisma().knock.createMany({
        data: Array.from({ length: 10 }, () => ({
          ...template,
          id: crypto.randomUUID(),
          toId: other.id,
          conversationId,
          answer: index === 0 ? ('NOT_NOW' as const) : null,
        })),
      })
    }
    expect(await start(asha, ben)).toMatchObject({
      status: 403,
      body: { code: 'KNOCK_TOO_SOON', message: expect.stringContaining('within an hour') },
    })
  })

  it('ends when the two are matched, and its message is delivered', async () => {
    const { asha, ben, id } = await partedPair(node)
    await knockOn(asha, ben)
    await say(asha, id, 'Hello again')
    const his = await ben.stream()
    await node.app.context.chat.open(ben.id, asha.id)
    await his.next('new_chat_message')
    await his.next('knock', ({ waiting }) => waiting === false)
    expect(await textsOf(ben, id)).toEqual(['Hello again'])
    await resign(ben, id)
    expect(await knocksOf(ben)).toEqual([])
    his.close()
  })

  // covers: beyond-knock-report
  it('can be reported, with the message that waits as evidence', async () => {
    const { asha, ben, id } = await partedPair(node)
    await knockOn(asha, ben)
    await say(asha, id, 'Send me money')
    const report = { reportedUserId: asha.id, reason: 'Asks for money' }
    expect((await ben.call('POST', '/api/user/report/true', report)).status).toBe(200)
    const { evidence } = await prisma().report.findFirstOrThrow({ where: { reportedId: asha.id } })
    expect(evidence).toMatchObject([{ senderId: asha.id, message: 'Send me money' }])
    expect(await knocksOf(ben)).toEqual([])
  })
})
