import { beforeAll, describe, expect, it } from 'vitest'
import { DECIDE, type Moderation, moderationOf } from '../../kit/moderation.ts'
import { join, type Person, pair } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()
let moderation: Moderation
beforeAll(async () => {
  moderation = await moderationOf(node)
})

const LOG = `query($first: Int, $after: String, $userId: ID, $actorId: ID, $automatic: Boolean,
    $kinds: [ModerationActionKind!], $from: DateTime, $until: DateTime, $search: String) {
  auditLog(first: $first, after: $after, userId: $userId, actorId: $actorId, automatic: $automatic, kinds: $kinds,
    from: $from, until: $until, search: $search) { totalCount endCursor nodes { id reason kind } } }`

interface Log {
  totalCount: number
  endCursor: string | null
  nodes: { id: string; reason: string; kind: string }[]
}
const log = async (variables: Record<string, unknown> = {}) =>
  (await moderation.ask(moderation.moderator, LOG, variables)).data.auditLog as Log
const reasons = async (variables: Record<string, unknown>) =>
  (await log(variables)).nodes.map(({ reason }) => reason)

/** An entry of the log, as a decision creates it. */
async function entry(subject: Person, data: Record<string, unknown> = {}) {
  const { prisma } = node.app.context.database
  const { id } = await prisma.moderationAction.create({
    data: {
      id: crypto.randomUUID(),
      kind: 'WARN',
      subjectId: subject.id,
      actorId: moderation.moderator.id,
      reason: 'Rude',
      at: new Date(),
      ...data,
    },
  })
  return id
}

describe('the audit log', () => {
  // covers: beyond-audit-log-filters
  it('can be filtered by moderator, member, kind and time', async () => {
    const { moderator, admin } = moderation
    const [asha, ben] = [await join(node), await join(node)]
    await entry(asha, { reason: 'First', at: new Date('2020-03-01T10:00:00Z') })
    await entry(asha, { reason: 'Second', kind: 'BAN', actorId: admin.id })
    await entry(ben, { reason: 'Third', kind: 'PAUSE', actorId: null })
    expect(await reasons({ userId: asha.id, actorId: moderator.id })).toEqual(['First'])
    expect(await reasons({ userId: asha.id, kinds: ['BAN', 'SUSPEND'] })).toEqual(['Second'])
    expect(await reasons({ userId: ben.id, automatic: true })).toEqual(['Third'])
    const day = { from: '2020-03-01T00:00:00Z', until: '2020-03-02T00:00:00Z' }
    expect(await reasons(day)).toEqual(['First'])
    expect(await reasons({ ...day, until: '2020-03-01T10:00:00Z' })).toEqual([])
  })

  // covers: beyond-audit-log-filters
  it('finds entries by the reason and by both names, literally', async () => {
    const named = await join(node, { displayName: 'Quiet 100% Atlas' })
    await entry(named, { reason: 'Selling_things' })
    expect(await reasons({ search: 'quiet 100% ATLAS' })).toEqual(['Selling_things'])
    expect(await reasons({ search: 'selling_things' })).toEqual(['Selling_things'])
    expect(await reasons({ search: 'selling%' })).toEqual([])
    const { displayName } = moderation.moderator.user
    expect((await log({ search: displayName, userId: named.id })).totalCount).toBe(1)
  })

  // covers: beyond-audit-log-filters
  it('continues after the last entry of the previous page when entries were added since', async () => {
    const asha = await join(node)
    for (const n of [1, 2, 3]) {
      const { prisma } = node.app.context.database
      await prisma.$executeRaw`INSERT INTO moderation_action (id, kind, subject_id, reason)
        VALUES (${`019aa000-0000-7000-8000-00000000000${n}`}::uuid, 'WARN', ${asha.id}::uuid, ${`Number ${n}`})`
    }
    const first = await log({ userId: asha.id, first: 2 })
    expect(first).toMatchObject({ totalCount: 3, nodes: [{ reason: 'Number 3' }, { reason: 'Number 2' }] })
    await entry(asha, { id: '019aa000-0000-7000-8000-000000000009', reason: 'Added since' })
    const next = await log({ userId: asha.id, after: first.endCursor })
    expect(next).toMatchObject({ totalCount: 4, endCursor: null, nodes: [{ reason: 'Number 1' }] })
  })

  it.each([
    { userId: 'nobody' },
    { actorId: "' OR 1=1" },
    { search: 'x'.repeat(101) },
    { search: 'NUL \0' },
    { from: 'yesterday' },
    { after: 'bm90IG91cnM=' },
    { actorId: '019aa000-0000-7000-8000-000000000000', automatic: true },
  ])('refuses %j', async (variables) => {
    const { codes } = await moderation.ask(moderation.moderator, LOG, variables)
    expect(codes).toEqual(['INVALID'])
  })

  it('adds the cost of a later page to the cost of the request', async () => {
    const after = Buffer.from('019aa000-0000-7000-8000-000000000000 100').toString('base64url')
    const part = (name: string) => `${name}: auditLog(after: "${after}") { nodes {
      ${Array.from({ length: 60 }, (_, n) => `a${n}: actor { id displayName }`).join(' ')} } }`
    const { codes } = await moderation.ask(moderation.moderator, `{ ${part('one')} ${part('two')} }`)
    expect(codes).toEqual(['INVALID'])
  })
})

describe('decided reports', () => {
  // covers: beyond-decided-reports-order
  it('come in the order of their decisions, the latest first', async () => {
    const { moderator, ask } = moderation
    const [one, two] = [await moderation.reported(), await moderation.reported()]
    await ask(moderator, DECIDE, { id: two.reportId, kind: 'WARN', reason: 'Rude' })
    await ask(moderator, DECIDE, { id: one.reportId, kind: 'DISMISS', reason: 'Only rude' })
    const { data } = await ask(
      moderator,
      '{ reports(status: DECIDED, first: 2) { nodes { id decidedAt decisions { kind } } } }',
    )
    expect(data.reports.nodes).toMatchObject([
      { id: one.reportId, decisions: [{ kind: 'DISMISS' }] },
      { id: two.reportId, decisions: [{ kind: 'WARN' }] },
    ])
  })
})

describe('the subject of a report', () => {
  const ABOUT = 'query($id: ID!) { reportCase(id: $id) { evidence { text about } } }'
  const evidenceOf = async (id: string) =>
    (await moderation.ask(moderation.moderator, ABOUT, { id })).data.reportCase.evidence

  // covers: beyond-evidence-marked
  it('quotes only what the reported member wrote', async () => {
    const { asha, ben, conversationId } = await pair(node)
    await ben.send(conversationId, 'Something that is not right')
    await ben.send(conversationId, 'Well. Send me a picture now, please. Will you?')
    await asha.call('POST', '/api/user/report/true', {
      reportedUserId: ben.id,
      reason: 'He said “send me a picture now”',
    })
    const { id } = await node.app.context.database.prisma.report.findFirstOrThrow({
      where: { reportedId: ben.id, status: 'OPEN' },
    })
    expect(await evidenceOf(id)).toEqual([
      { text: 'Something that is not right', about: null },
      { text: 'Well. Send me a picture now, please. Will you?', about: 'Send me a picture now' },
    ])
  })

  // covers: beyond-evidence-marked
  it('quotes the sentence that states an age under 18', async () => {
    const { ben, conversationId } = await pair(node)
    await ben.send(conversationId, 'Something that is not right')
    await ben.send(conversationId, "I like chess. I'm 15, by the way. And you?")
    const find = () =>
      node.app.context.database.prisma.report.findFirst({ where: { reportedId: ben.id, kind: 'MINOR' } })
    await expect.poll(find).not.toBeNull()
    const evidence = await evidenceOf((await find())?.id ?? '')
    expect(evidence.at(-1)).toEqual({
      text: "I like chess. I'm 15, by the way. And you?",
      about: "I'm 15, by the way.",
    })
    expect(evidence[0].about).toBeNull()
  })
})
