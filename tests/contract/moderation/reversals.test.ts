import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../kit/app.ts'
import { mailed } from '../../kit/mails.ts'
import {
  APPEAL,
  DECIDE,
  DECIDE_ABOUT,
  HEAR,
  type Moderation,
  moderationOf,
  REVERSE,
  STANDING,
} from '../../kit/moderation.ts'
import { join, type Person } from '../../kit/person.ts'

let node: TestApp
let moderation: Moderation
beforeAll(async () => {
  node = await startApp()
  moderation = await moderationOf(node)
})
afterAll(() => node[Symbol.asyncDispose]())

const ask: Moderation['ask'] = (...question) => moderation.ask(...question)
const prisma = () => node.app.context.database.prisma

async function decided(who: Person, kind: 'WARN' | 'SUSPEND' | 'BAN'): Promise<string> {
  const days = kind === 'SUSPEND' ? 2 : null
  const answer = await ask(moderation.moderator, DECIDE_ABOUT, { id: who.id, kind, reason: kind, days })
  expect(answer.codes).toEqual([])
  const action = await prisma().moderationAction.findFirstOrThrow({
    where: { subjectId: who.id, kind, actorId: moderation.moderator.id },
    orderBy: { id: 'desc' },
  })
  return action.id
}
async function takeBack(id: string, reason = 'Not so') {
  expect((await ask(moderation.admin, REVERSE, { id, reason })).codes).toEqual([])
}
async function appealed(who: Person, actionId: string): Promise<string> {
  expect((await ask(who, APPEAL, { id: actionId, text: 'It was not me' })).codes).toEqual([])
  return (await prisma().appeal.findUniqueOrThrow({ where: { actionId } })).id
}
const standingOf = async (who: Person) => (await ask(who, STANDING)).data.standing
const historyOf = async (who: Person, kind: string) =>
  (await standingOf(who)).history.filter((one: { kind: string }) => one.kind === kind)

describe('one ban of two', () => {
  it('leaves the other, and by what the person is known again until both are gone', async () => {
    const ben = await join(node)
    const [first, second] = [await decided(ben, 'BAN'), await decided(ben, 'BAN')]
    const signals = () => prisma().banSignal.count({ where: { userId: ben.id } })
    const known = await signals()
    expect(known).toBeGreaterThan(0)
    await takeBack(first)
    expect((await standingOf(ben)).banned).toBe(true)
    expect(await signals()).toBe(known)
    await takeBack(second)
    expect((await standingOf(ben)).banned).toBe(false)
    expect(await signals()).toBe(0)
  })
})

describe('a strike', () => {
  it.each([
    ['the first', 0],
    ['the second', 1],
    ['the third', 2],
  ])('that is taken back takes along the suspension that three brought: %s', async (_, which) => {
    const ben = await join(node)
    const warnings = [await decided(ben, 'WARN'), await decided(ben, 'WARN'), await decided(ben, 'WARN')]
    expect((await standingOf(ben)).suspended).toBe(true)
    const hearing = { id: await appealed(ben, warnings[which] ?? ''), reverse: true, answer: 'You are right' }
    expect((await ask(moderation.admin, HEAR, hearing)).codes).toEqual([])
    expect((await standingOf(ben)).suspended).toBe(false)
    expect(await historyOf(ben, 'SUSPEND')).toMatchObject([{ reversed: true }])
  })

  it('of a suspension counts like one of a warning', async () => {
    const ben = await join(node)
    const suspension = await decided(ben, 'SUSPEND')
    await decided(ben, 'WARN')
    await decided(ben, 'WARN')
    expect(await historyOf(ben, 'SUSPEND')).toHaveLength(2)
    await takeBack(suspension)
    expect((await standingOf(ben)).suspended).toBe(false)
  })

  it('leaves the suspension while three others carry it, and nothing else takes it along', async () => {
    const ben = await join(node)
    const warnings: string[] = []
    for (const _ of [1, 2, 3, 4]) warnings.push(await decided(ben, 'WARN'))
    const ban = await decided(ben, 'BAN')
    await takeBack(ban)
    expect(await historyOf(ben, 'SUSPEND')).toMatchObject([{ reversed: false }, { reversed: false }])
    await takeBack(warnings[0] ?? '')
    // Of the two, the one that came with the third warning had only three to stand on.
    expect(await historyOf(ben, 'SUSPEND')).toMatchObject([{ reversed: false }, { reversed: true }])
    expect((await standingOf(ben)).suspended).toBe(true)
    await takeBack(warnings[1] ?? '')
    expect((await standingOf(ben)).suspended).toBe(false)
  })
})

describe('an appeal against what is taken back meanwhile', () => {
  it('is granted with it: nobody can turn it down, and the person is told once', async () => {
    const ben = await join(node)
    const actionId = await decided(ben, 'SUSPEND')
    const id = await appealed(ben, actionId)
    await takeBack(actionId, 'We mixed you up')
    const hearing = { id, reverse: false, answer: 'It stands' }
    expect((await ask(moderation.admin, HEAR, hearing)).codes).toEqual(['CONFLICT'])
    expect(await historyOf(ben, 'SUSPEND')).toMatchObject([
      { reversed: true, appeal: { status: 'REVERSED', answer: 'We mixed you up' } },
    ])
    const { text } = await mailed(node, ben.user.userName, /appeal/)
    expect(text).toContain('We mixed you up')
    expect(text).toContain('reversed the decision')
    const told = await prisma().notification.findMany({ where: { userId: ben.id } })
    expect(told.map(({ heading }) => heading)).toEqual(['Your appeal was granted'])
  })

  it('is granted also where it is against the suspension that the strike had brought', async () => {
    const ben = await join(node)
    const first = await decided(ben, 'WARN')
    await decided(ben, 'WARN')
    await decided(ben, 'WARN')
    const [suspension] = await historyOf(ben, 'SUSPEND')
    await appealed(ben, suspension.actionId)
    const hearing = { id: await appealed(ben, first), reverse: true, answer: 'You are right' }
    await ask(moderation.admin, HEAR, hearing)
    expect(await historyOf(ben, 'SUSPEND')).toMatchObject([
      { reversed: true, appeal: { status: 'REVERSED', answer: 'You are right' } },
    ])
    expect(await prisma().appeal.count({ where: { userId: ben.id, status: 'OPEN' } })).toBe(0)
    const told = await prisma().notification.findMany({ where: { userId: ben.id, kind: 'appeal_decided' } })
    expect(told.map(({ heading }) => heading)).toEqual(['Your appeal was granted', 'Your appeal was granted'])
  })

  it('cannot be filed at the instant in which it is taken back, and then stay open', async () => {
    for (const _ of [1, 2, 3, 4]) {
      const ben = await join(node)
      const actionId = await decided(ben, 'WARN')
      await Promise.all([ask(ben, APPEAL, { id: actionId, text: 'No' }), takeBack(actionId)])
      expect(await prisma().appeal.count({ where: { userId: ben.id, status: 'OPEN' } })).toBe(0)
    }
  })

  it.each([
    ['granted', 'DISMISS', 'REVERSED'],
    ['turned down', 'SUSPEND', 'UPHELD'],
  ] as const)('against a pause is %s by the decision that ends it: %s', async (words, kind, status) => {
    const { ben, reportId } = await moderation.reported()
    await node.app.context.moderation.decisions.pause(ben.id, 'Three people', reportId)
    const [pause] = await historyOf(ben, 'PAUSE')
    await appealed(ben, pause.actionId)
    await ask(moderation.moderator, DECIDE, { id: reportId, kind, reason: 'x', days: 1 })
    expect(await historyOf(ben, 'PAUSE')).toMatchObject([{ reversed: true, appeal: { status } }])
    const told = await prisma().notification.findMany({ where: { userId: ben.id, kind: 'appeal_decided' } })
    expect(told.map(({ heading }) => heading)).toEqual([`Your appeal was ${words}`])
  })
})
