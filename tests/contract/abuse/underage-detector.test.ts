import { describe, expect, it } from 'vitest'
import { ask, joinAs } from '../../kit/graphql.ts'
import { join, type Person, pair } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()

const reportsOf = ({ id }: Person) =>
  node.app.context.database.prisma.report.findMany({ where: { reportedId: id } })
const decided = ({ id }: Person) =>
  node.app.context.database.prisma.report.updateMany({
    where: { reportedId: id },
    data: { status: 'DISMISSED', decidedAt: new Date() },
  })

const GRAVEST = "I'm 15. send nudes"

describe('the detector of members under 18', () => {
  // covers: beyond-minors-chat-statement
  it('reports a statement in a message once, with top priority and the messages as evidence', async () => {
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
      reason: "Stated an age under 18: “I'm 15”",
      evidence: [
        { senderId: ben.id, message: 'How old are you?' },
        { id: sent.id, senderId: asha.id, message: "honestly I'm 15", time: expect.any(String) },
      ],
    })
    expect(await reportsOf(ben)).toEqual([])
    // When a later statement is reported, a second report of the first would exist too.
    await ben.send(conversationId, 'im 16 btw')
    await expect.poll(() => reportsOf(ben)).toHaveLength(1)
    expect(await reportsOf(asha)).toHaveLength(1)
  })

  // covers: beyond-minors-held-message
  it('reports a statement in a held message, with the undelivered message as evidence', async () => {
    const { asha, ben, conversationId } = await pair(node)
    await ben.send(conversationId, 'Hello there')
    const answer = await asha.call('POST', '/api/v1/message', { conversationId, message: GRAVEST })
    expect(answer.body.code).toBe('MESSAGE_HELD')
    await expect.poll(() => reportsOf(asha)).toHaveLength(1)
    const held = await node.app.context.database.prisma.heldMessage.findFirstOrThrow({
      where: { senderId: asha.id },
    })
    expect(await reportsOf(asha)).toMatchObject([
      {
        kind: 'MINOR',
        priority: 100,
        conversationId,
        reason: "Stated an age under 18, in a message that was held back: “I'm 15”",
        evidence: [
          { senderId: ben.id, message: 'Hello there' },
          { id: held.id, senderId: asha.id, message: GRAVEST, time: expect.any(String) },
        ],
      },
    ])
  })

  it('does not report a held message again when a moderator releases it', async () => {
    const { asha, ben, conversationId } = await pair(node)
    await asha.call('POST', '/api/v1/message', { conversationId, message: GRAVEST })
    await expect.poll(() => reportsOf(asha)).toHaveLength(1)
    const { prisma } = node.app.context.database
    await decided(asha)
    const { id } = await prisma.heldMessage.findFirstOrThrow({ where: { senderId: asha.id } })
    const moderator = await joinAs(node, 'MODERATOR')
    const release = `mutation($id: ID!) { decideHeldMessage(id: $id, release: true) }`
    expect((await ask(node, moderator, release, { id })).codes).toEqual([])
    expect(await prisma.message.count({ where: { conversationId } })).toBe(1)
    // When a later statement is reported, a second report of the released message would exist too.
    await ben.send(conversationId, 'im 16 btw')
    await expect.poll(() => reportsOf(ben)).toHaveLength(1)
    expect(await reportsOf(asha)).toHaveLength(1)
  })

  // covers: beyond-minors-age-in-any-form
  it.each([
    ['a no-break space', 'I\u2019m\u00a015'],
    ['wide digits', "I'm \uff11\uff15"],
    ['an invisible character', "I'm 1\u200b5"],
    ['a line break', "I'm\n15"],
  ])('recognises a statement with %s, and quotes it as written', async (_, text) => {
    const { asha, conversationId } = await pair(node)
    await asha.send(conversationId, text)
    await expect.poll(() => reportsOf(asha)).toHaveLength(1)
    expect(await reportsOf(asha)).toMatchObject([{ evidence: [{ message: text }] }])
  })

  // covers: beyond-minors-report-copies
  it("quotes the member's own messages and only the one line of the partner before the statement", async () => {
    const { asha, ben, conversationId } = await pair(node)
    await ben.send(conversationId, 'I live in Pune, and my name is Ben')
    await asha.send(conversationId, 'Nice to meet you')
    await ben.send(conversationId, 'How far in the queue are you?')
    await asha.send(conversationId, 'Wait')
    await asha.send(conversationId, "I'm 15")
    await expect.poll(() => reportsOf(asha)).toHaveLength(1)
    const [report] = await reportsOf(asha)
    expect(report?.evidence).toMatchObject([
      { senderId: asha.id, message: 'Nice to meet you' },
      { senderId: ben.id, message: 'How far in the queue are you?' },
      { senderId: asha.id, message: 'Wait' },
      { senderId: asha.id, message: "I'm 15" },
    ])
  })

  it('reports the member again after the first report was decided', async () => {
    const { asha, conversationId } = await pair(node)
    await asha.send(conversationId, "I'm 15")
    await expect.poll(() => reportsOf(asha)).toHaveLength(1)
    await decided(asha)
    await asha.send(conversationId, "I'm 15")
    await expect.poll(() => reportsOf(asha)).toHaveLength(2)
  })

  it('reports a statement in the display name of a registration, with that name', async () => {
    const maya = await join(node, { displayName: 'Maya 15f' })
    await expect.poll(() => reportsOf(maya)).toHaveLength(1)
    expect(await reportsOf(maya)).toMatchObject([
      { kind: 'MINOR', conversationId: null, evidence: [{ message: 'Display name: Maya 15f' }] },
    ])
  })

  // covers: beyond-minors-profile-statement
  it('reports a statement in an interest that is added later', async () => {
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
