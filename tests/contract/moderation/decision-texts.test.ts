import { beforeAll, describe, expect, it } from 'vitest'
import { inboxOf } from '../../kit/inbox.ts'
import {
  ACCOUNT_STATUS,
  APPEAL,
  DECIDE_ABOUT,
  DECIDE_APPEAL,
  type Moderation,
  MY_REPORTS,
  moderationOf,
} from '../../kit/moderation.ts'
import { join, type Person, pair } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()
let moderation: Moderation
beforeAll(async () => {
  moderation = await moderationOf(node)
})

const ask: Moderation['ask'] = (...question) => moderation.ask(...question)
const warn = (who: Person, reason: string) =>
  ask(moderation.moderator, DECIDE_ABOUT, { id: who.id, kind: 'WARN', reason })
const history = async (who: Person) => (await ask(who, ACCOUNT_STATUS)).data.standing.history

/** NUL and half of a surrogate pair, which PostgreSQL does not store, and a text of invisible characters. */
const UNSTORABLE = ['a\0b', 'half \ud83d of one', ' \u200b ']

describe("a moderator's reason", () => {
  // covers: beyond-decision-reason-whole
  it.each([
    ['however long', `${'y'.repeat(1_990)} the end.`],
    ['even where shortening would split a character', `${'x'.repeat(998)}${'😀'.repeat(10)}`],
  ])('reaches the member as written, %s', async (_, reason) => {
    const ben = await join(node)
    expect((await warn(ben, reason)).codes).toEqual([])
    expect(await history(ben)).toMatchObject([{ kind: 'WARN', reason }])
    expect((await inboxOf(node, ben)).notes).toMatchObject([{ kind: 'warning', body: reason }])
  })

  it.each(UNSTORABLE)('cannot contain what the database cannot store: %j', async (reason) => {
    const ben = await join(node)
    expect((await warn(ben, reason)).codes).toEqual(['INVALID'])
    expect(await history(ben)).toEqual([])
  })
})

describe('an appeal and its answer', () => {
  it.each(UNSTORABLE)('cannot contain what the database cannot store: %j', async (unstorable) => {
    const ben = await join(node)
    await moderation.suspend(ben)
    const [{ actionId }] = await history(ben)
    const appeal = (text: string) => ask(ben, APPEAL, { id: actionId, text })
    expect((await appeal(unstorable)).codes).toEqual(['INVALID'])
    expect((await appeal('Not me')).codes).toEqual([])
    const { prisma } = node.app.context.database
    const { id } = await prisma.appeal.findFirstOrThrow({ where: { userId: ben.id } })
    const hear = (answer: string) => ask(moderation.admin, DECIDE_APPEAL, { id, reverse: false, answer })
    expect((await hear(unstorable)).codes).toEqual(['INVALID'])
    expect((await hear('It stands')).codes).toEqual([])
    expect(await history(ben)).toMatchObject([{ appeal: { answer: 'It stands' } }])
  })
})

describe('the reason of a report', () => {
  it.each(UNSTORABLE)('cannot contain what the database cannot store: %j', async (reason) => {
    const { asha, ben } = await pair(node)
    const body = { reportedUserId: ben.id, reason }
    expect(await asha.call('POST', '/api/user/report/true', body)).toMatchObject({
      status: 400,
      body: { code: 'INVALID' },
    })
    expect((await ask(asha, MY_REPORTS)).data.myReports).toEqual([])
  })
})
