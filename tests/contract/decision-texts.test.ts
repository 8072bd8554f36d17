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

describe('what a moderator writes', () => {
  it.each([
    ['however long', `${'y'.repeat(1_990)} the end.`],
    ['where a clipped text would have been cut through a character', `${'x'.repeat(998)}${'😀'.repeat(10)}`],
    ['even with half a character in it', 'half \ud83d of one'],
  ])('reaches the person as it was written, %s', async (_, reason) => {
    const ben = await join(node)
    expect((await warn(ben, reason)).codes).toEqual([])
    const readable = reason.toWellFormed()
    expect(await history(ben)).toMatchObject([{ kind: 'WARN', reason: readable }])
    expect((await inboxOf(node, ben)).notes).toMatchObject([{ kind: 'warning', body: readable }])
  })

  it('is taken without what cannot be stored, and refused when nothing is left', async () => {
    const ben = await join(node)
    expect((await warn(ben, 'a\0b')).codes).toEqual([])
    expect((await warn(ben, NOTHING)).codes).toEqual(['INVALID'])
    expect(await history(ben)).toMatchObject([{ reason: 'ab' }])
  })
})

describe('an appeal and its answer', () => {
  it('are taken without what cannot be stored, and refused when nothing is left', async () => {
    const ben = await join(node)
    await moderation.suspend(ben)
    const [{ actionId }] = await history(ben)
    expect((await ask(ben, APPEAL, { id: actionId, text: NOTHING })).codes).toEqual(['INVALID'])
    expect((await ask(ben, APPEAL, { id: actionId, text: 'Not\0 me' })).codes).toEqual([])
    const { database } = node.app.context
    const { id, text } = await database.prisma.appeal.findFirstOrThrow({ where: { userId: ben.id } })
    expect(text).toBe('Not me')
    const hear = (answer: string) => ask(moderation.admin, HEAR, { id, reverse: false, answer })
    expect((await hear(NOTHING)).codes).toEqual(['INVALID'])
    expect((await hear('It\0 stands')).codes).toEqual([])
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
