import { beforeAll, describe, expect, it } from 'vitest'
import { startApp } from '../../kit/app.ts'
import { createTestClock } from '../../kit/clock.ts'
import { mailed } from '../../kit/mails.ts'
import { DECIDE_ABOUT, moderationOf } from '../../kit/moderation.ts'
import { aRegistration, call, join, type Person } from '../../kit/person.ts'
import { deleteAccount, finishFirstSweep, logIn } from '../../kit/privacy.ts'
import { useNode } from '../../kit/use-node.ts'

const DAY = 24 * 60 * 60_000
const clock = createTestClock()
const node = useNode({ clock })
beforeAll(async () => {
  await finishFirstSweep(node)
})

const prisma = () => node.app.context.database.prisma
const isErased = async (who: Person) => {
  await node.app.context.privacy.sweep()
  const row = await prisma().user.findUniqueOrThrow({ where: { id: who.id } })
  return row.erasedAt !== null
}
const signalsOf = (who: Person) => prisma().banSignal.findMany({ where: { userId: who.id } })
const inDays = (days: number) => new Date(clock.now() + days * DAY)

/** A member with a mailbox at Gmail, which has several spellings. */
async function gmailMember() {
  const unique = crypto.randomUUID().replaceAll('-', '').slice(0, 12)
  const who = await join(node, { userName: `a.${unique}@gmail.com` })
  const registerAgain = async () =>
    (
      await call(node.url, 'POST', '/api/user', {
        body: aRegistration({ userName: `a${unique}+new@gmail.com` }),
      })
    ).status
  return { who, registerAgain }
}

async function decide(who: Person, verdict: { kind: string; days?: number }) {
  const { ask, moderator } = await moderationOf(node)
  const answer = await ask(moderator, DECIDE_ABOUT, { id: who.id, reason: 'Threats', ...verdict })
  expect(answer.codes).toEqual([])
}

describe('deleting an account', () => {
  // covers: beyond-deletion-keeps-sanctions
  it('does not shorten a suspension: the mailbox is refused until its end', async () => {
    const { who, registerAgain } = await gmailMember()
    await decide(who, { kind: 'SUSPEND', days: 100 })
    await deleteAccount(node, who)
    clock.advance(30 * DAY)
    expect(await isErased(who)).toBe(true)
    expect(await signalsOf(who)).toMatchObject([{ kind: 'email', expires: inDays(70) }])
    expect(await registerAgain()).toBe(409)
    clock.advance(70 * DAY - 1)
    expect(await registerAgain()).toBe(409)
    clock.advance(2)
    expect(await registerAgain()).toBe(200)
  })

  // covers: beyond-deletion-and-strikes
  it('does not remove a strike: the mailbox is refused while one counts', async () => {
    const { who, registerAgain } = await gmailMember()
    await decide(who, { kind: 'WARN' })
    await deleteAccount(node, who)
    clock.advance(31 * DAY)
    expect(await isErased(who)).toBe(true)
    expect(await registerAgain()).toBe(409)
    clock.advance(59 * DAY + 1)
    expect(await registerAgain()).toBe(200)
  })

  it('does not lift a ban, however old: the mailbox is refused for another 90 days', async () => {
    const { who, registerAgain } = await gmailMember()
    await decide(who, { kind: 'BAN' })
    clock.advance(400 * DAY)
    const { body } = await logIn(node, who)
    await deleteAccount(node, { ...who, token: String(body.token) })
    clock.advance(30 * DAY)
    expect(await isErased(who)).toBe(true)
    expect(await signalsOf(who)).toMatchObject([{ kind: 'email', expires: inDays(90) }])
    clock.advance(90 * DAY - 1)
    expect(await registerAgain()).toBe(409)
    clock.advance(2)
    expect(await registerAgain()).toBe(200)
    await node.app.context.privacy.sweep()
    expect(await signalsOf(who)).toEqual([])
  })

  // covers: beyond-deletion-waits-for-suspension
  it('closes the account and postpones erasure while a suspension outlasts the 90-day signal retention', async () => {
    const { who, registerAgain } = await gmailMember()
    await decide(who, { kind: 'SUSPEND', days: 365 })
    const { data } = await deleteAccount(node, who)
    const date = inDays(365 - 90)
    expect(new Date(String(data.deleteAccount))).toEqual(date)
    const told = date.toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    })
    expect((await mailed(node, who.user.userName, /will be deleted on/)).text).toContain(told)
    clock.advance(275 * DAY - 1)
    expect(await isErased(who)).toBe(false)
    expect(await prisma().user.findUnique({ where: { id: who.id } })).toMatchObject({ active: false })
    clock.advance(1)
    expect(await isErased(who)).toBe(true)
    expect(await signalsOf(who)).toMatchObject([{ kind: 'email', expires: inDays(90) }])
    clock.advance(90 * DAY - 1)
    expect(await registerAgain()).toBe(409)
    clock.advance(2)
    expect(await registerAgain()).toBe(200)
  })

  it('postpones erasure for a later suspension as well', async () => {
    const { who } = await gmailMember()
    await deleteAccount(node, who)
    clock.advance(29 * DAY)
    await decide(who, { kind: 'SUSPEND', days: 200 })
    clock.advance(110 * DAY - 1)
    expect(await isErased(who)).toBe(false)
    clock.advance(1)
    expect(await isErased(who)).toBe(true)
  })

  it('keeps no signal of a member without sanctions, or whose sanctions were reversed', async () => {
    const [{ who: good }, { who: cleared }] = [await gmailMember(), await gmailMember()]
    await decide(cleared, { kind: 'WARN' })
    await reverse(cleared)
    for (const who of [good, cleared]) await deleteAccount(node, who)
    clock.advance(31 * DAY)
    for (const who of [good, cleared]) {
      expect(await isErased(who)).toBe(true)
      expect(await signalsOf(who)).toEqual([])
    }
  })

  it('admits the mailbox again when the sanction is reversed afterwards', async () => {
    const { who, registerAgain } = await gmailMember()
    await decide(who, { kind: 'SUSPEND', days: 90 })
    await deleteAccount(node, who)
    clock.advance(31 * DAY)
    expect(await isErased(who)).toBe(true)
    expect(await registerAgain()).toBe(409)
    await reverse(who)
    expect(await registerAgain()).toBe(200)
  })
})

describe('deleting an account on a server that keeps no signals', () => {
  it('waits for the end of the suspension', async () => {
    const forgetful = await startApp({ clock, env: { BAN_SIGNAL_DAYS: '0' } })
    try {
      const who = await join(forgetful)
      const { database, privacy } = forgetful.app.context
      const { suspend } = await moderationOf(forgetful)
      await suspend(who, 60)
      const { data } = await deleteAccount(forgetful, who)
      expect(new Date(String(data.deleteAccount))).toEqual(inDays(60))
      clock.advance(60 * DAY - 1)
      await privacy.sweep()
      const row = () => database.prisma.user.findUnique({ where: { id: who.id } })
      expect(await row()).toMatchObject({ erasedAt: null })
      clock.advance(1)
      await privacy.sweep()
      expect(await row()).toMatchObject({ erasedAt: new Date(clock.now()) })
      expect(await database.prisma.banSignal.count()).toBe(0)
    } finally {
      await forgetful[Symbol.asyncDispose]()
    }
  })
})

/** The only decision about a member. */
async function reverse(who: Person) {
  const { ask, admin } = await moderationOf(node)
  const { id } = await prisma().moderationAction.findFirstOrThrow({ where: { subjectId: who.id } })
  const answer = await ask(admin, 'mutation($id: ID!) { reverseAction(id: $id, reason: "A mistake") }', {
    id,
  })
  expect(answer.codes).toEqual([])
}
