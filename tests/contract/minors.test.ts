import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../kit/app.ts'
import { join, type Person, pair } from '../kit/person.ts'

let node: TestApp
beforeAll(async () => {
  node = await startApp()
})
afterAll(() => node[Symbol.asyncDispose]())

const reportsOf = ({ id }: Person) =>
  node.app.context.database.prisma.report.findMany({ where: { reportedId: id } })

describe('somebody who says that they are under 18', () => {
  it('in a message is reported before all others, once, with what was said as evidence', async () => {
    const { asha, ben, conversationId } = await pair(node)
    await ben.send(conversationId, 'How old are you?')
    const sent = await asha.send(conversationId, "honestly I'm 15")
    await expect.poll(() => reportsOf(asha)).toHaveLength(1)
    await asha.send(conversationId, 'yes, I am fifteen')
    const [report] = await reportsOf(asha)
    expect(report).toMatchObject({
      kind: 'MINOR',
      priority: 100,
      status: 'OPEN',
      reporterId: null,
      conversationId,
      reason: "Said to be under 18: “I'm 15”",
      evidence: [
        { senderId: ben.id, message: 'How old are you?' },
        { id: sent.id, senderId: asha.id, message: "honestly I'm 15", time: expect.any(String) },
      ],
    })
    expect(await reportsOf(ben)).toEqual([])
    // A second statement has had the time to be reported when another's, made later, is.
    await ben.send(conversationId, 'im 16 btw')
    await expect.poll(() => reportsOf(ben)).toHaveLength(1)
    expect(await reportsOf(asha)).toHaveLength(1)
  })

  it('is reported again after the first report was decided', async () => {
    const { asha, conversationId } = await pair(node)
    await asha.send(conversationId, "I'm 15")
    await expect.poll(() => reportsOf(asha)).toHaveLength(1)
    await node.app.context.database.prisma.report.updateMany({
      where: { reportedId: asha.id },
      data: { status: 'DISMISSED', decidedAt: new Date() },
    })
    await asha.send(conversationId, "I'm 15")
    await expect.poll(() => reportsOf(asha)).toHaveLength(2)
  })

  it('in the name they register with is reported with that name', async () => {
    const maya = await join(node, { displayName: 'Maya 15f' })
    await expect.poll(() => reportsOf(maya)).toHaveLength(1)
    expect(await reportsOf(maya)).toMatchObject([
      { kind: 'MINOR', conversationId: null, evidence: [{ message: 'Display name: Maya 15f' }] },
    ])
  })

  it('in an interest that they add later is reported', async () => {
    const ravi = await join(node)
    const answer = await ravi.call('PUT', '/api/v1/user', {
      ...ravi.user,
      interests: 'Chess,being 16 yo,16 yo',
      lookingFor: 'Friendship',
    })
    expect(answer.status).toBe(200)
    await expect.poll(() => reportsOf(ravi)).toHaveLength(1)
    expect(await reportsOf(ravi)).toMatchObject([{ evidence: [{ message: 'Interest: 16 yo' }] }])
  })
})
