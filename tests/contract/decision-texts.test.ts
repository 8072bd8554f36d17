import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../kit/app.ts'
import { inboxOf } from '../kit/inbox.ts'
import {
  APPEAL,
  DECIDE_ABOUT,
  HEAR,
  MINE,
  type Moderation,
  moderationOf,
  STANDING,
} from '../kit/moderation.ts'
import { join, type Person, pair } from '../kit/person.ts'

let node: TestApp
let moderation: Moderation
beforeAll(async () => {
  node = await startApp()
  moderation = await moderationOf(node)
})
afterAll(() => node[Symbol.asyncDispose]())

const ask: Moderation['ask'] = (...question) => moderation.ask(...question)
const warn = (who: Person, reason: string) =>
  ask(moderation.moderator, DECIDE_ABOUT, { id: who.id, kind: 'WARN', reason })
const history = async (who: Person) => (await ask(who, STANDING)).data.standing.history

/** NUL, which PostgreSQL takes in no text, and nothing that anybody could see. */
const NOTHING = ' \0\u200b '
const UNUSABLE = [NOTHING, ' \u200b ', 'a\0b', 'half \ud83d of one']

describe('what a moderator writes', () => {
  it.each([
    ['however long', `${'y'.repeat(1_990)} the end.`],
    ['where a clipped text would have been cut through a character', `${'x'.repeat(998)}${'😀'.repeat(10)}`],
  ])('reaches the person as it was written, %s', async (_, reason) => {
    const ben = await join(node)
    expect((await warn(ben, reason)).codes).toEqual([])
    expect(await history(ben)).toMatchObject([{ kind: 'WARN', reason }])
    expect((await inboxOf(node, ben)).notes).toMatchObject([{ kind: 'warning', body: reason }])
  })

  it('is refused with NUL, half a character or nothing visible in it', async () => {
    const ben = await join(node)
    for (const reason of UNUSABLE) expect((await warn(ben, reason)).codes, reason).toEqual(['INVALID'])
    expect(await history(ben)).toEqual([])
  })
})

describe('an appeal and its answer', () => {
  it('are refused with NUL, half a character or nothing visible in them', async () => {
    const ben = await join(node)
    await moderation.suspend(ben)
    const [{ actionId }] = await history(ben)
    const appeal = (text: string) => ask(ben, APPEAL, { id: actionId, text })
    for (const text of UNUSABLE) expect((await appeal(text)).codes, text).toEqual(['INVALID'])
    expect((await appeal('Not me')).codes).toEqual([])
    const { database } = node.app.context
    const { id, text } = await database.prisma.appeal.findFirstOrThrow({ where: { userId: ben.id } })
    expect(text).toBe('Not me')
    const hear = (answer: string) => ask(moderation.admin, HEAR, { id, reverse: false, answer })
    for (const answer of UNUSABLE) expect((await hear(answer)).codes, answer).toEqual(['INVALID'])
    expect((await hear('It stands')).codes).toEqual([])
    expect(await history(ben)).toMatchObject([{ appeal: { answer: 'It stands' } }])
  })
})

describe('what a member reports', () => {
  it('is taken without what cannot be stored, and refused when nothing is left', async () => {
    const { asha, ben } = await pair(node)
    const report = (reason: string) =>
      asha.call('POST', '/api/user/report/true', { reportedUserId: ben.id, reason })
    expect(await report(NOTHING)).toMatchObject({ status: 400, body: { code: 'INVALID' } })
    expect((await report('He\0 would not stop')).status).toBe(200)
    expect((await ask(asha, MINE)).data.myReports).toMatchObject([{ reason: 'He would not stop' }])
  })
})
