import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startCluster, type TestApp } from '../../kit/app.ts'
import { joinAs, type Subscription, TRANSPORTS } from '../../kit/graphql.ts'
import {
  ADD_NOTE,
  actionsAbout,
  CLAIM_REPORT,
  DECIDE,
  type Moderation,
  moderationOf,
  RELEASE_REPORT,
} from '../../kit/moderation.ts'
import { join, type Person } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()
let moderation: Moderation
let second: Person
const made: Subscription[] = []
beforeAll(async () => {
  moderation = await moderationOf(node)
  second = await joinAs(node, 'MODERATOR')
})
afterEach(async () => {
  for (const one of made.splice(0)) await one.stop()
})

/** The longest delay on a busy machine. */
const WITHIN = { timeout: 60_000 }
const CHANGES = 'subscription { moderationChanged { kind ids actor { id } } }'

interface Change {
  kind: string
  ids: string[]
  actor: { id: string } | null
}
const changesOf = ({ received }: Subscription) =>
  (received as { moderationChanged?: Change }[]).flatMap(({ moderationChanged }) => moderationChanged ?? [])

/** Subscribes to the changes in the console. */
async function listening(on: TestApp, who: Person) {
  const one = await TRANSPORTS['graphql-ws'](on, who, CHANGES)
  made.push(one)
  await expect.poll(() => changesOf(one).map(({ kind }) => kind), WITHIN).toContain('RESYNC')
  return one
}

describe('live updates to other moderators', () => {
  // covers: beyond-decisions-live
  it('contain new reports, claims, decisions with their moderator, notes and appeals', async () => {
    const { moderator, ask } = moderation
    const heard = await listening(node, second)
    const { ben, reportId } = await moderation.reported()
    await ask(moderator, CLAIM_REPORT, { id: reportId })
    await ask(moderator, RELEASE_REPORT, { id: reportId })
    await ask(moderator, ADD_NOTE, { userId: ben.id, text: 'Seems to be new' })
    await ask(moderator, DECIDE, { id: reportId, kind: 'WARN', reason: 'Rude' })
    const [action] = (await actionsAbout(node, ben)).filter(({ kind }) => kind === 'WARN')
    await ask(ben, 'mutation($id: ID!) { appeal(actionId: $id, text: "I was not") }', { id: action?.id })
    const by = { actor: { id: moderator.id } }
    await expect
      .poll(() => changesOf(heard), WITHIN)
      .toMatchObject([
        { kind: 'RESYNC' },
        { kind: 'REPORT_ARRIVED', ids: [reportId], actor: null },
        { kind: 'REPORT_CLAIMED', ids: [reportId], ...by },
        { kind: 'REPORT_RELEASED', ids: [reportId], ...by },
        { kind: 'NOTES_CHANGED', ...by },
        { kind: 'REPORT_DECIDED', ids: [reportId], ...by },
        { kind: 'APPEAL_ARRIVED', actor: null },
      ])
  })

  it('contain every report that one ban answers', async () => {
    const { moderator, ask } = moderation
    const first = await moderation.reported()
    const chitra = await join(node)
    await node.app.context.chat.open(chitra.id, first.ben.id)
    await chitra.call('POST', '/api/user/report/true', { reportedUserId: first.ben.id, reason: 'Also to me' })
    const other = await node.app.context.database.prisma.report.findFirstOrThrow({
      where: { reportedId: first.ben.id, reporterId: chitra.id },
    })
    const heard = await listening(node, second)
    await ask(moderator, DECIDE, { id: first.reportId, kind: 'BAN', reason: 'Threats' })
    await expect.poll(() => changesOf(heard).at(-1)?.kind, WITHIN).toBe('REPORT_DECIDED')
    expect(changesOf(heard).at(-1)?.ids.toSorted()).toEqual([first.reportId, other.id].sort())
  })

  // covers: beyond-decisions-live
  it('contain nothing about the moderator who receives them', async () => {
    const { admin, ask } = moderation
    const accused = await joinAs(node, 'MODERATOR')
    const heard = await listening(node, accused)
    const asha = await join(node)
    await node.app.context.chat.open(asha.id, accused.id)
    await asha.call('POST', '/api/user/report/true', { reportedUserId: accused.id, reason: 'Rude' })
    await ask(admin, ADD_NOTE, { userId: accused.id, text: 'Decides too fast' })
    const { reportId } = await moderation.reported()
    await expect.poll(() => changesOf(heard).at(-1)?.ids, WITHIN).toEqual([reportId])
    expect(changesOf(heard)).toHaveLength(2)
  })

  it("end with the moderator's session", async () => {
    const leaving = await joinAs(node, 'MODERATOR')
    const heard = await listening(node, leaving)
    await leaving.call('GET', '/api/v1/logout')
    await heard.ended
    await moderation.reported()
    expect(changesOf(heard)).toHaveLength(1)
  })

  // covers: beyond-decisions-live
  it('reach moderators on another node', async (context) => {
    const cluster = await startCluster(2)
    if (!cluster) return context.skip('redis-server is not installed')
    const [one, two] = cluster.nodes
    if (!one || !two) throw new Error('there are two nodes')
    const here = await moderationOf(one)
    const there = await joinAs(two, 'MODERATOR')
    const heard = await listening(two, there)
    const { reportId } = await here.reported()
    await here.ask(here.moderator, DECIDE, { id: reportId, kind: 'DISMISS', reason: 'Only rude' })
    await expect
      .poll(() => changesOf(heard).at(-1), WITHIN)
      .toEqual({ kind: 'REPORT_DECIDED', ids: [reportId], actor: { id: here.moderator.id } })
    for (const subscription of made.splice(0)) await subscription.stop()
    await cluster[Symbol.asyncDispose]()
  })
})
