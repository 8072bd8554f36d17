import { describe, expect, it } from 'vitest'
import { runBehindLock } from '../../kit/held-lock.ts'
import {
  accept,
  knockFrom,
  knockOn,
  knocksOf,
  partedPair,
  passADay,
  resign,
  say,
  start,
  textsOf,
} from '../../kit/knocks.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()

const prisma = () => node.app.context.database.prisma

describe('a knock that several requests answer at once', () => {
  // covers: beyond-knock-races
  it('opens the chat once for two acceptances', async () => {
    const { asha, ben, id } = await partedPair(node)
    // A second chat with the same person on a day costs nothing: let this one count.
    await prisma().conversationMember.updateMany({
      where: { conversationId: id },
      data: { countedDay: null },
    })
    await knockOn(asha, ben)
    await say(asha, id, 'Hello again')
    const stream = await asha.stream()
    const knock = await knockFrom(asha, ben)
    const answers = await Promise.all([accept(ben, knock.id), accept(ben, knock.id), start(ben, asha)])
    expect(answers.map(({ status, body }) => [status, body.id])).toEqual(answers.map(() => [200, id]))
    await stream.next('new_chat_message')
    expect(stream.received.filter(({ event }) => event === 'match_found')).toHaveLength(1)
    const [{ count } = { count: 0 }] = await prisma().dailyConversationStart.findMany({
      where: { userId: asha.id },
    })
    expect(count).toBe(2)
    expect(await textsOf(ben, id)).toEqual(['Hello again'])
    stream.close()
  })

  // covers: beyond-knock-races
  it('ends the same way for an acceptance and a withdrawal', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const { asha, ben, id } = await partedPair(node)
      await knockOn(asha, ben)
      const knock = await knockFrom(asha, ben)
      const [accepted] = await Promise.all([accept(ben, knock.id), resign(asha, id)])
      const { body } = await ben.call('GET', `/api/v1/conversation/${id}`)
      // Either the knock was gone, or the chat opened and the sender left it.
      expect(accepted.status === 200 || accepted.status === 404).toBe(true)
      expect(body).toMatchObject({ userActive: false })
      expect(await knocksOf(ben)).toEqual([])
    }
  })

  // covers: beyond-knock-races
  it('opens one chat for two members who ask each other', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const { asha, ben, id } = await partedPair(node)
      await passADay(node, id)
      const answers = await Promise.all([start(asha, ben), start(ben, asha)])
      expect(answers.map(({ status, body }) => [status, body.id])).toEqual(answers.map(() => [200, id]))
      const { body } = await asha.call('GET', `/api/v1/conversation/${id}`)
      expect(body).toMatchObject({ awaitsAnswer: false, userActive: true, partnerActive: true })
      expect([await knocksOf(asha), await knocksOf(ben)]).toEqual([[], []])
    }
  })

  // covers: beyond-knock-races
  it('exists once after several starts of one member', async () => {
    const { asha, ben } = await partedPair(node)
    const answers = await Promise.all([start(asha, ben), start(asha, ben), start(asha, ben)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await prisma().knock.count({ where: { fromId: asha.id } })).toBe(1)
  })

  // covers: beyond-knock-races
  it('stores the knock when a job deletes the empty conversation of the pair at the same time', async () => {
    const { asha, ben, id } = await partedPair(node)
    const answer = await runBehindLock(node.app.context.database.pool, {
      lock: (holder) => holder.query('SELECT 1 FROM conversation WHERE id = $1 FOR UPDATE', [id]),
      work: () => start(asha, ben),
      change: (holder) => holder.query('DELETE FROM conversation WHERE id = $1', [id]),
    })
    expect(answer).toMatchObject({ status: 200, body: { awaitsAnswer: true } })
    expect(await knocksOf(ben)).toHaveLength(1)
  })
})
