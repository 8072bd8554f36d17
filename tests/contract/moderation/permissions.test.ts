import { beforeAll, describe, expect, it } from 'vitest'
import { joinAs } from '../../kit/graphql.ts'
import {
  ACCOUNT_STATUS,
  APPEAL,
  DECIDE,
  DECIDE_ABOUT,
  DECIDE_APPEAL,
  type Moderation,
  moderationOf,
  REPORT,
  REVERSE,
} from '../../kit/moderation.ts'
import { join, type Person } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()
let moderation: Moderation
let moderator: Person
let admin: Person
beforeAll(async () => {
  moderation = await moderationOf(node)
  moderator = moderation.moderator
  admin = moderation.admin
})

const ask: Moderation['ask'] = (...question) => moderation.ask(...question)

async function grantRole({ id }: Person, role: 'MODERATOR' | 'ADMIN') {
  await node.app.context.database.prisma.user.update({ where: { id }, data: { role } })
  await node.app.context.events.emit('userChanged', { userId: id })
}

/** Warns a member as `actor`, and returns the id of the warning. */
async function warn(actor: Person, subject: Person): Promise<string> {
  await ask(actor, DECIDE_ABOUT, { id: subject.id, kind: 'WARN', reason: 'Enough' })
  return (await ask(subject, ACCOUNT_STATUS)).data.standing.history[0].actionId
}
const reverse = (actor: Person, id: string) => ask(actor, REVERSE, { id, reason: 'Not so' })
const isInForce = async (subject: Person) => {
  const [latest] = (await ask(subject, ACCOUNT_STATUS)).data.standing.history
  return latest.reversed === false && latest.strikeUntil !== null
}

describe('a reversal', () => {
  // covers: beyond-staff-equal-roles
  it('cannot be made by the subject of the decision', async () => {
    const other = await joinAs(node, 'MODERATOR')
    const actionId = await warn(admin, other)
    expect((await reverse(other, actionId)).codes).toEqual(['FORBIDDEN'])
    expect(await isInForce(other)).toBe(true)
  })

  it('needs an administrator for a decision about another moderator', async () => {
    const other = await joinAs(node, 'MODERATOR')
    const actionId = await warn(admin, other)
    expect((await reverse(moderator, actionId)).codes).toEqual(['FORBIDDEN'])
    expect(await isInForce(other)).toBe(true)
    expect((await reverse(admin, actionId)).codes).toEqual([])
    expect(await isInForce(other)).toBe(false)
  })

  it("needs an administrator, or an appeal, for an administrator's decision", async () => {
    const { ben } = await moderation.reported()
    const actionId = await warn(admin, ben)
    expect((await reverse(moderator, actionId)).codes).toEqual(['FORBIDDEN'])
    expect(await isInForce(ben)).toBe(true)
    const hearing = { id: await appeal(ben, actionId), reverse: true, answer: 'You are right' }
    expect((await ask(moderator, DECIDE_APPEAL, hearing)).codes).toEqual([])
    expect(await isInForce(ben)).toBe(false)
  })
})

async function appeal(who: Person, actionId: string): Promise<string> {
  await ask(who, APPEAL, { id: actionId, text: 'It was not me' })
  return (await node.app.context.database.prisma.appeal.findUniqueOrThrow({ where: { actionId } })).id
}

describe('an appeal', () => {
  // covers: beyond-appeals-of-moderators
  it('goes to an administrator for a moderator, even the one who acted if there is no other', async () => {
    const other = await joinAs(node, 'MODERATOR')
    const id = await appeal(other, await warn(admin, other))
    const hearing = { id, reverse: true, answer: 'You are right' }
    for (const who of [moderator, other])
      expect((await ask(who, DECIDE_APPEAL, hearing)).codes, who.id).toEqual(['FORBIDDEN'])
    expect(await isInForce(other)).toBe(true)
    expect((await ask(admin, DECIDE_APPEAL, hearing)).codes).toEqual([])
    expect(await isInForce(other)).toBe(false)
  })

  it('cannot be decided by the reporter', async () => {
    const { asha, ben, reportId } = await moderation.reported()
    await grantRole(asha, 'MODERATOR')
    await ask(admin, DECIDE, { id: reportId, kind: 'WARN', reason: 'Enough' })
    const { actionId } = (await ask(ben, ACCOUNT_STATUS)).data.standing.history[0]
    const hearing = { id: await appeal(ben, actionId), reverse: false, answer: 'It stands' }
    expect((await ask(asha, DECIDE_APPEAL, hearing)).codes).toEqual(['FORBIDDEN'])
    expect((await ask(moderator, DECIDE_APPEAL, hearing)).codes).toEqual([])
  })
})

describe('a report', () => {
  // covers: beyond-staff-own-reports
  it('cannot be decided by its reporter, who may not decide about the member either while it is open', async () => {
    const { asha, ben, reportId } = await moderation.reported()
    await grantRole(asha, 'MODERATOR')
    for (const kind of ['DISMISS', 'BAN'])
      expect((await ask(asha, DECIDE, { id: reportId, kind, reason: 'x' })).codes).toEqual(['FORBIDDEN'])
    expect((await ask(asha, DECIDE_ABOUT, { id: ben.id, kind: 'BAN', reason: 'x' })).codes).toEqual([
      'FORBIDDEN',
    ])
    expect((await ask(ben, ACCOUNT_STATUS)).data.standing.banned).toBe(false)
    expect((await ask(moderator, DECIDE, { id: reportId, kind: 'WARN', reason: 'Enough' })).codes).toEqual([])
    expect((await ask(asha, DECIDE_ABOUT, { id: ben.id, kind: 'WARN', reason: 'Again' })).codes).toEqual([])
  })

  it('can be dismissed only by another administrator when it is about a moderator or an administrator', async () => {
    const { ben, reportId } = await moderation.reported()
    const dismiss = (who: Person) => ask(who, DECIDE, { id: reportId, kind: 'DISMISS', reason: 'A quarrel' })
    for (const role of ['MODERATOR', 'ADMIN'] as const) {
      await grantRole(ben, role)
      for (const who of [moderator, ben]) expect((await dismiss(who)).codes, role).toEqual(['FORBIDDEN'])
    }
    expect((await dismiss(admin)).codes).toEqual([])
  })
})

describe('the view of staff', () => {
  const QUEUE = `query($status: QueueStatus!) {
    reports(status: $status, first: 100) { totalCount nodes { id } }
    appeals(status: $status, first: 100) { totalCount nodes { id } } }`
  const PERSON = `query($id: ID!) { person(id: $id) {
    user { displayName email city state country } reports { id reporter { id } } actions { kind } } }`

  // covers: beyond-staff-reports-about-themselves
  it.each(['MODERATOR', 'ADMIN'] as const)(
    'hides reports and appeals about themselves, open or decided, also for role %s',
    async (role) => {
      const { ben, reportId } = await moderation.reported()
      const appealId = await appeal(ben, await warn(moderator, ben))
      const seen = async (who: Person, status: 'OPEN' | 'DECIDED') => {
        const { reports, appeals } = (await ask(who, QUEUE, { status })).data
        const ids = (list: { nodes: { id: string }[] }) => list.nodes.map(({ id }) => id)
        return {
          report: ids(reports).includes(reportId),
          appeal: ids(appeals).includes(appealId),
          counted: [reports.totalCount - ids(reports).length, appeals.totalCount - ids(appeals).length],
        }
      }
      const everything = { report: true, appeal: true, counted: [0, 0] }
      const nothing = { report: false, appeal: false, counted: [0, 0] }
      expect(await seen(moderator, 'OPEN')).toEqual(everything)
      await grantRole(ben, role)
      expect(await seen(ben, 'OPEN')).toEqual(nothing)
      expect((await ask(ben, REPORT, { id: reportId })).codes).toEqual(['NOT_FOUND'])
      expect((await ask(ben, PERSON, { id: ben.id })).data.person).toMatchObject({ reports: [] })
      expect((await ask(moderator, PERSON, { id: ben.id })).data.person.reports).toMatchObject([
        { id: reportId },
      ])
      await grantRole(ben, 'MODERATOR')
      await ask(admin, DECIDE, { id: reportId, kind: 'DISMISS', reason: 'A quarrel' })
      await ask(admin, DECIDE_APPEAL, { id: appealId, reverse: true, answer: 'You are right' })
      expect(await seen(moderator, 'DECIDED')).toEqual(everything)
      await grantRole(ben, role)
      expect(await seen(ben, 'DECIDED')).toEqual(nothing)
    },
  )

  // covers: beyond-staff-emails-and-towns
  it("contains a member's address and town for administrators only", async () => {
    const ben = await join(node)
    await node.app.context.database.prisma.user.update({
      where: { id: ben.id },
      data: { city: 'Delhi', state: 'Delhi', country: 'India' },
    })
    const userFor = async (who: Person) => (await ask(who, PERSON, { id: ben.id })).data.person.user
    const { displayName, userName } = ben.user
    expect(await userFor(admin)).toEqual({
      displayName,
      email: userName,
      city: 'Delhi',
      state: 'Delhi',
      country: 'India',
    })
    expect(await userFor(moderator)).toEqual({
      displayName,
      email: null,
      city: null,
      state: null,
      country: 'India',
    })
  })
})
