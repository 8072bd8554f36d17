import { beforeAll, describe, expect, it } from 'vitest'
import type { Language } from '#schema/languages.ts'
import { createTestClock } from '../../kit/clock.ts'
import { joinAs } from '../../kit/graphql.ts'
import { type Moderation, moderationOf } from '../../kit/moderation.ts'
import { join, type Person, pair } from '../../kit/person.ts'
import { deleteAccount, finishFirstSweep } from '../../kit/privacy.ts'
import { statementsDuring } from '../../kit/statements.ts'
import { useNode } from '../../kit/use-node.ts'

const DAY = 24 * 60 * 60_000
const HELD = 'send me nudes'

const clock = createTestClock()
const node = useNode({ clock })
let moderation: Moderation
beforeAll(async () => {
  await finishFirstSweep(node)
  moderation = await moderationOf(node)
})

const PERSON = 'id language'
const REPORT = `{ id reported { ${PERSON} } reporter { ${PERSON} } evidence { senderId language } }`
const QUERIES = {
  heldMessages: `{ heldMessages(first: 100) { nodes { sender { ${PERSON} } } } }`,
  appeals: `{ appeals(first: 100) { nodes { person { ${PERSON} } } } }`,
  reports: `{ reports(first: 100) { nodes ${REPORT} } }`,
  reportCase: `query($id: ID!) { reportCase(id: $id) ${REPORT} }`,
  person: `query($id: ID!) { person(id: $id) { language reports ${REPORT} } }`,
} as const

const speak = (who: Person, language: Language) =>
  node.app.context.database.prisma.user.update({ where: { id: who.id }, data: { language } })

const read = async (name: keyof typeof QUERIES, id?: string, reader = moderation.moderator) => {
  const { data, codes } = await moderation.ask(reader, QUERIES[name], id ? { id } : {})
  expect(codes).toEqual([])
  return data[name]
}

/** A report by Asha, who reads Hindi, about Ben, who reads German. Both wrote in the conversation. */
async function reported() {
  const { asha, ben, conversationId } = await pair(node)
  await speak(asha, 'hi')
  await speak(ben, 'de')
  await asha.send(conversationId, 'आप कैसे हैं?')
  await ben.send(conversationId, 'Lass mich in Ruhe')
  await asha.call('POST', '/api/user/report/true', { reportedUserId: ben.id, reason: 'बुरा बर्ताव' })
  const row = await node.app.context.database.prisma.report.findFirstOrThrow({
    where: { reportedId: ben.id },
  })
  return { asha, ben, conversationId, reportId: row.id }
}

describe('the interface language of an author', () => {
  // covers: beyond-author-language
  it('appears with reports, with each message of their evidence, and with the member', async () => {
    const { asha, ben, reportId } = await reported()
    const inHindi = { id: asha.id, language: 'HI' }
    const inGerman = { id: ben.id, language: 'DE' }
    const expected = {
      id: reportId,
      reported: inGerman,
      reporter: inHindi,
      evidence: [
        { senderId: asha.id, language: 'HI' },
        { senderId: ben.id, language: 'DE' },
      ],
    }
    expect(await read('reportCase', reportId)).toEqual(expected)
    expect((await read('reports')).nodes).toContainEqual(expected)
    expect(await read('person', ben.id)).toEqual({ language: 'DE', reports: [expected] })
  })

  // covers: beyond-author-language
  it('appears with held messages and appeals', async () => {
    const { asha, conversationId } = await pair(node)
    await speak(asha, 'zh-Hans')
    await asha.call('POST', '/api/v1/message', { conversationId, message: HELD })
    const author = { id: asha.id, language: 'ZH_HANS' }
    expect((await read('heldMessages')).nodes).toContainEqual({ sender: author })

    await moderation.suspend(asha)
    const { prisma } = node.app.context.database
    const { id } = await prisma.moderationAction.findFirstOrThrow({ where: { subjectId: asha.id } })
    await moderation.ask(asha, 'mutation($id: ID!) { appeal(actionId: $id, text: "不对") }', { id })
    expect((await read('appeals')).nodes).toContainEqual({ person: author })
  })

  // covers: beyond-author-language
  it('takes one statement for a list of any length', async () => {
    await reported()
    await reported()
    for (const name of ['reports', 'heldMessages', 'appeals'] as const) {
      const { statements } = await statementsDuring(node, async () => {
        await read(name)
      })
      expect(statements.filter((statement) => statement === 'author-languages')).toHaveLength(1)
    }
  })

  // covers: beyond-author-language
  it('stays hidden from members', async () => {
    const { ben, reportId } = await reported()
    const member = await join(node)
    for (const [name, query] of Object.entries(QUERIES)) {
      const id = name === 'person' ? ben.id : reportId
      const answer = await moderation.ask(member, query, query.includes('$id') ? { id } : {})
      expect([name, answer]).toEqual([name, { data: {}, codes: ['FORBIDDEN'] }])
    }
  })

  // covers: beyond-author-language
  it('becomes null once the account is erased', async () => {
    const { asha, ben, reportId } = await reported()
    await deleteAccount(node, asha)
    clock.advance(31 * DAY)
    const { prisma } = node.app.context.database
    await prisma.report.update({
      where: { id: reportId },
      data: { status: 'DISMISSED', decidedAt: new Date(clock.now()) },
    })
    await node.app.context.privacy.sweep()
    const { erasedAt } = await prisma.user.findUniqueOrThrow({ where: { id: asha.id } })
    expect(erasedAt).not.toBeNull()
    const { evidence, ...report } = await read('reportCase', reportId, await joinAs(node, 'MODERATOR'))
    expect(report).toEqual({
      id: reportId,
      reported: { id: ben.id, language: 'DE' },
      reporter: { id: asha.id, language: null },
    })
    expect(evidence).toEqual([
      { senderId: asha.id, language: null },
      { senderId: ben.id, language: 'DE' },
    ])
  })
})
