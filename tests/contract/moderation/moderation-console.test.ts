import { beforeAll, describe, expect, it } from 'vitest'
import { DECIDE, type Moderation, moderationOf } from '../../kit/moderation.ts'
import { pair } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()
let moderation: Moderation
beforeAll(async () => {
  moderation = await moderationOf(node)
})

const DECISIONS = `query($id: ID!) { reportCase(id: $id) { decisions { kind reason actor { id } } } }`
const decisionsOn = async (id: string) =>
  (await moderation.ask(moderation.moderator, DECISIONS, { id })).data.reportCase.decisions

const ARRIVALS = 'query($since: DateTime) { reportArrivals(since: $since) { count latest } }'
const arrivals = async (since: string | null) =>
  (await moderation.ask(moderation.moderator, ARRIVALS, { since })).data.reportArrivals

describe('the decisions on a report', () => {
  // covers: beyond-decided-reports
  it('include the moderator, the reason and the reversal', async () => {
    const { moderator, admin, ask } = moderation
    const { ben, reportId } = await moderation.reported()
    expect(await decisionsOn(reportId)).toEqual([])
    await ask(moderator, DECIDE, { id: reportId, kind: 'SUSPEND', reason: 'Insults', days: 3 })
    const suspended = { kind: 'SUSPEND', reason: 'Insults', actor: { id: moderator.id } }
    expect(await decisionsOn(reportId)).toEqual([suspended])

    const { id } = await node.app.context.database.prisma.moderationAction.findFirstOrThrow({
      where: { subjectId: ben.id, kind: 'SUSPEND' },
    })
    await ask(admin, 'mutation($id: ID!) { reverseAction(id: $id, reason: "It was a quotation") }', { id })
    expect(await decisionsOn(reportId)).toEqual([
      suspended,
      { kind: 'REVERSE', reason: 'It was a quotation', actor: { id: admin.id } },
    ])
  })

  // covers: beyond-decided-reports-together
  it('include the ban that answered it, and no decision on other reports', async () => {
    const { moderator, ask } = moderation
    const first = await moderation.reported()
    const { asha: chitra } = await pair(node)
    const { conversationId } = await node.app.context.chat.open(chitra.id, first.ben.id)
    await first.ben.send(conversationId, 'And to her as well')
    await chitra.call('POST', '/api/user/report/true', { reportedUserId: first.ben.id, reason: 'Also to me' })
    const second = await node.app.context.database.prisma.report.findFirstOrThrow({
      where: { reportedId: first.ben.id, reporterId: chitra.id },
    })
    const other = await moderation.reported()
    await ask(moderator, DECIDE, { id: other.reportId, kind: 'DISMISS', reason: 'Only rude' })
    await ask(moderator, DECIDE, { id: first.reportId, kind: 'BAN', reason: 'Threats' })
    const banned = [{ kind: 'BAN', reason: 'Threats', actor: { id: moderator.id } }]
    expect(await decisionsOn(second.id)).toEqual(banned)
    expect(await decisionsOn(first.reportId)).toEqual(banned)
    expect(await decisionsOn(other.reportId)).toMatchObject([{ kind: 'DISMISS' }])
  })
})

// covers: beyond-open-reports-arrivals
it('the number of reports since a time leaves out decided reports', async () => {
  const { moderator, ask } = moderation
  const { reportId } = await moderation.reported()
  const { latest } = await arrivals(null)
  expect(await arrivals(latest)).toEqual({ count: 0, latest })
  await moderation.reported()
  const { reportId: decided } = await moderation.reported()
  await ask(moderator, DECIDE, { id: decided, kind: 'DISMISS', reason: 'Only rude' })
  await ask(moderator, DECIDE, { id: reportId, kind: 'DISMISS', reason: 'Only rude' })
  expect(await arrivals(latest)).toMatchObject({ count: 1 })
  const { codes } = await ask(moderator, ARRIVALS, { since: 'yesterday' })
  expect(codes).toEqual(['INVALID'])
})
