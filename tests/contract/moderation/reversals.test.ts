import { beforeAll, describe, expect, it } from 'vitest'
import { mailed } from '../../kit/mails.ts'
import {
  ACCOUNT_STATUS,
  APPEAL,
  DECIDE,
  DECIDE_ABOUT,
  DECIDE_APPEAL,
  type Moderation,
  moderationOf,
  REVERSE,
} from '../../kit/moderation.ts'
import { join, type Person } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()
let moderation: Moderation
beforeAll(async () => {
  moderation = await moderationOf(node)
})

const ask: Moderation['ask'] = (...question) => moderation.ask(...question)
const prisma = () => node.app.context.database.prisma

async function decide(who: Person, kind: 'WARN' | 'SUSPEND' | 'BAN'): Promise<string> {
  const days = kind === 'SUSPEND' ? 2 : null
  const answer = await ask(moderation.moderator, DECIDE_ABOUT, { id: who.id, kind, reason: kind, days })
  expect(answer.codes).toEqual([])
  const action = await prisma().moderationAction.findFirstOrThrow({
    where: { subjectId: who.id, kind, actorId: moderation.moderator.id },
    orderBy: { id: 'desc' },
  })
  return action.id
}
async function reverse(id: string, reason = 'Not so') {
  expect((await ask(moderation.admin, REVERSE, { id, reason })).codes).toEqual([])
}
async function appeal(who: Person, actionId: string): Promise<string> {
  expect((await ask(who, APPEAL, { id: actionId, text: 'It was not me' })).codes).toEqual([])
  return (await prisma().appeal.findUniqueOrThrow({ where: { actionId } })).id
}
const accountStatusOf = async (who: Person) => (await ask(who, ACCOUNT_STATUS)).data.standing
const historyOf = async (who: Person, kind: string) =>
  (await accountStatusOf(who)).history.filter((one: { kind: string }) => one.kind === kind)

describe('one of two bans', () => {
  // covers: beyond-ban-reversal-deletes-signals
  it('can be reversed alone, and the ban signals stay until both are reversed', async () => {
    const ben = await join(node)
    const [first, second] = [await decide(ben, 'BAN'), await decide(ben, 'BAN')]
    const signals = () => prisma().banSignal.count({ where: { userId: ben.id } })
    const known = await signals()
    expect(known).toBeGreaterThan(0)
    await reverse(first)
    expect((await accountStatusOf(ben)).banned).toBe(true)
    expect(await signals()).toBe(known)
    await reverse(second)
    expect((await accountStatusOf(ben)).banned).toBe(false)
    expect(await signals()).toBe(0)
  })
})

describe('a strike', () => {
  // covers: beyond-strike-reversal
  it.each([
    ['the first', 0],
    ['the second', 1],
    ['the third', 2],
  ])('takes the suspension of three strikes with it when it is reversed: %s', async (_, which) => {
    const ben = await join(node)
    const warnings = [await decide(ben, 'WARN'), await decide(ben, 'WARN'), await decide(ben, 'WARN')]
    expect((await accountStatusOf(ben)).suspended).toBe(true)
    const hearing = { id: await appeal(ben, warnings[which] ?? ''), reverse: true, answer: 'You are right' }
    expect((await ask(moderation.admin, DECIDE_APPEAL, hearing)).codes).toEqual([])
    expect((await accountStatusOf(ben)).suspended).toBe(false)
    expect(await historyOf(ben, 'SUSPEND')).toMatchObject([{ reversed: true }])
  })

  it('counts for a suspension as for a warning', async () => {
    const ben = await join(node)
    const suspension = await decide(ben, 'SUSPEND')
    await decide(ben, 'WARN')
    await decide(ben, 'WARN')
    expect(await historyOf(ben, 'SUSPEND')).toHaveLength(2)
    await reverse(suspension)
    expect((await accountStatusOf(ben)).suspended).toBe(false)
  })

  it('leaves a suspension that three other strikes support when it is reversed', async () => {
    const ben = await join(node)
    const warnings: string[] = []
    for (const _ of [1, 2, 3, 4]) warnings.push(await decide(ben, 'WARN'))
    const ban = await decide(ben, 'BAN')
    await reverse(ban)
    expect(await historyOf(ben, 'SUSPEND')).toMatchObject([{ reversed: false }, { reversed: false }])
    await reverse(warnings[0] ?? '')
    // The suspension of the third warning was based on only three strikes.
    expect(await historyOf(ben, 'SUSPEND')).toMatchObject([{ reversed: false }, { reversed: true }])
    expect((await accountStatusOf(ben)).suspended).toBe(true)
    await reverse(warnings[1] ?? '')
    expect((await accountStatusOf(ben)).suspended).toBe(false)
  })
})

describe('an appeal against a reversed decision', () => {
  // covers: beyond-reversal-grants-appeal
  it('succeeds by the reversal, cannot be rejected later, and is announced once', async () => {
    const ben = await join(node)
    const actionId = await decide(ben, 'SUSPEND')
    const id = await appeal(ben, actionId)
    await reverse(actionId, 'We mixed you up')
    const hearing = { id, reverse: false, answer: 'It stands' }
    expect((await ask(moderation.admin, DECIDE_APPEAL, hearing)).codes).toEqual(['CONFLICT'])
    expect(await historyOf(ben, 'SUSPEND')).toMatchObject([
      { reversed: true, appeal: { status: 'REVERSED', answer: 'We mixed you up' } },
    ])
    const { text } = await mailed(node, ben.user.userName, /appeal/)
    expect(text).toContain('We mixed you up')
    expect(text).toContain('reversed the decision')
    const told = await prisma().notification.findMany({ where: { userId: ben.id } })
    expect(told.map(({ heading }) => heading)).toEqual(['Your appeal was granted'])
  })

  it('succeeds when the decision was the suspension for the reversed strike', async () => {
    const ben = await join(node)
    const first = await decide(ben, 'WARN')
    await decide(ben, 'WARN')
    await decide(ben, 'WARN')
    const [suspension] = await historyOf(ben, 'SUSPEND')
    await appeal(ben, suspension.actionId)
    const hearing = { id: await appeal(ben, first), reverse: true, answer: 'You are right' }
    await ask(moderation.admin, DECIDE_APPEAL, hearing)
    expect(await historyOf(ben, 'SUSPEND')).toMatchObject([
      { reversed: true, appeal: { status: 'REVERSED', answer: 'You are right' } },
    ])
    expect(await prisma().appeal.count({ where: { userId: ben.id, status: 'OPEN' } })).toBe(0)
    const told = await prisma().notification.findMany({ where: { userId: ben.id, kind: 'appeal_decided' } })
    expect(told.map(({ heading }) => heading)).toEqual(['Your appeal was granted', 'Your appeal was granted'])
  })

  it('never stays open when it is filed at the same time as the reversal', async () => {
    for (const _ of [1, 2, 3, 4]) {
      const ben = await join(node)
      const actionId = await decide(ben, 'WARN')
      await Promise.all([ask(ben, APPEAL, { id: actionId, text: 'No' }), reverse(actionId)])
      expect(await prisma().appeal.count({ where: { userId: ben.id, status: 'OPEN' } })).toBe(0)
    }
  })

  it.each([
    ['granted', 'DISMISS', 'REVERSED'],
    ['turned down', 'SUSPEND', 'UPHELD'],
  ] as const)('counts as %s after the decision that ends the pause: %s', async (words, kind, status) => {
    const { ben, reportId } = await moderation.reported()
    await node.app.context.moderation.decisions.pause(ben.id, 'Three people', reportId)
    const [pause] = await historyOf(ben, 'PAUSE')
    await appeal(ben, pause.actionId)
    await ask(moderation.moderator, DECIDE, { id: reportId, kind, reason: 'x', days: 1 })
    expect(await historyOf(ben, 'PAUSE')).toMatchObject([{ reversed: true, appeal: { status } }])
    const told = await prisma().notification.findMany({ where: { userId: ben.id, kind: 'appeal_decided' } })
    expect(told.map(({ heading }) => heading)).toEqual([`Your appeal was ${words}`])
  })
})
