import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp } from '../../kit/app.ts'
import { createTestClock } from '../../kit/clock.ts'
import { SHORT_GRACE } from '../../kit/departures.ts'
import { mailed, mailsTo } from '../../kit/mails.ts'
import { join, type Person, pair, personOf } from '../../kit/person.ts'
import {
  answerOf,
  ask,
  ban,
  closeAccount,
  deleteAccount,
  finishFirstSweep,
  logIn,
  PASSWORD,
} from '../../kit/privacy.ts'
import { enrol, PROVE } from '../../kit/second-factor.ts'
import { useNode } from '../../kit/use-node.ts'

const DAY = 24 * 60 * 60_000
const clock = createTestClock()
const node = useNode({ clock, departureTimes: SHORT_GRACE })
beforeAll(async () => {
  await finishFirstSweep(node)
})

const rowOf = (who: Person) =>
  node.app.context.database.prisma.user.findUniqueOrThrow({ where: { id: who.id } })

async function logInAgain(who: Person): Promise<{ person: Person; reopened: unknown }> {
  const { status, body } = await logIn(node, who)
  expect(status).toBe(200)
  return { person: personOf(node.url, String(body.token), who.user), reopened: body.reopened }
}

describe('closing an account', () => {
  // covers: beyond-closing-needs-password
  it('needs the password', async () => {
    const asha = await join(node)
    const wrong = await closeAccount(node, asha, 'Not-mine-1')
    expect(wrong.errors[0]).toMatchObject({
      message: 'This password is not right. Please try again.',
      extensions: { code: 'INVALID', fields: { password: 'This password is not right. Please try again.' } },
    })
    expect((await closeAccount(node, asha, '')).errors[0]).toMatchObject({ message: 'Password is required' })
    expect((await asha.call('GET', '/api/session')).status).toBe(200)
  })

  it('limits wrong passwords', async () => {
    const strict = await startApp({ env: { RATE_LIMIT_FACTOR: '0.3' } })
    try {
      const asha = await join(strict)
      const codes: unknown[] = []
      for (let attempt = 0; attempt < 4; attempt += 1) {
        codes.push((await closeAccount(strict, asha, 'Not-mine-1')).errors[0]?.extensions?.code)
      }
      expect(codes).toEqual(['INVALID', 'INVALID', 'INVALID', 'RATE_LIMITED'])
    } finally {
      await strict[Symbol.asyncDispose]()
    }
  })

  // covers: beyond-closing-needs-password
  it.each([closeAccount, deleteAccount])('needs a code as well where two-step login is on', async (leave) => {
    const asha = await join(node)
    const { nextCode } = await enrol(node, asha, clock)
    clock.advance(10 * 60_000)
    expect((await leave(node, asha)).errors[0]?.extensions?.code).toBe('FRESH_FACTOR_REQUIRED')
    expect(await rowOf(asha)).toMatchObject({ active: true, closedAt: null })
    expect((await ask(node, asha, PROVE, { code: nextCode() })).errors).toEqual([])
    expect((await leave(node, asha)).errors).toEqual([])
    expect(await rowOf(asha)).toMatchObject({ active: false })
  })

  // covers: beyond-closing-ends-sessions
  it('ends every session, every stream and every conversation', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const phone = (await logInAgain(asha)).person
    const [ashas, bens] = [await phone.stream(), await ben.stream()]
    expect((await closeAccount(node, asha)).data).toEqual({ closeAccount: true })
    await ashas.ended
    await bens.next('conversation_disconnected', (data) => data.reason === 'resigned')
    for (const session of [asha, phone]) {
      expect((await session.call('GET', '/api/session')).status).toBe(401)
    }
    const late = await ben.call('POST', '/api/v1/message', { conversationId, message: 'Still there?' })
    expect(late.body.code).toBe('CONVERSATION_ENDED')
    bens.close()
  })

  describe('the member', () => {
    let asha: Person
    let ben: Person
    const interests = ['Invisible afterwards']
    beforeEach(async () => {
      ;({ asha, ben } = await pair(node))
      const here = {
        nearBy: true,
        latitude: 52.52,
        longitude: 13.4,
        shownLatitude: 52.5,
        shownLongitude: 13.4,
      }
      await node.app.context.database.prisma.user.updateMany({
        where: { id: { in: [asha.id, ben.id] } },
        data: { ...here, interests, premiumUntil: new Date(clock.now() + 365 * DAY) },
      })
      for (const { id } of [asha, ben]) await node.app.context.events.emit('userChanged', { userId: id })
    })

    const nearBy = async () => {
      const { body } = await ben.call('POST', '/api/v1/near-by', {
        pageNumber: 0,
        size: 100,
        filterBy: 'none',
      })
      return (body.elements as { id: string }[]).map(({ id }) => id)
    }

    it('disappears from people nearby', async () => {
      // Partners of an open chat are not in the list.
      await node.app.context.chat.endConversationBetween(ben.id, asha.id)
      expect(await nearBy()).toContain(asha.id)
      await closeAccount(node, asha)
      expect(await nearBy()).not.toContain(asha.id)
    })

    // covers: beyond-closed-account-invisible
    it('disappears from profiles and new chats', async () => {
      const page = () => ben.call('GET', `/api/v1/user/${asha.id}`)
      expect((await page()).status).toBe(200)
      await closeAccount(node, asha)
      expect((await page()).status).toBe(404)
      const start = await ben.call('POST', '/api/v1/conversation', { secondUser: asha.id })
      expect(start).toMatchObject({
        status: 404,
        body: { message: 'You cannot chat with this person right now.' },
      })
    })

    it('stops appearing online', async () => {
      const stream = await asha.stream()
      const online = () => node.app.context.presence.online([asha.id])
      await expect.poll(async () => (await online()).size).toBe(1)
      await closeAccount(node, asha)
      await stream.ended
      await expect.poll(async () => (await online()).size).toBe(0)
    })

    it('disappears from matching', async () => {
      const alone = ['Only the two of us here']
      const [one, two] = [await join(node, { interests: alone }), await join(node, { interests: alone })]
      await one.findMatch()
      await closeAccount(node, one)
      expect((await two.findMatch()).conversation).toBeNull()
      // A poll on a node that has not yet received the event.
      const { id, ...member } = one.user
      const seeker = { ...member, userId: id, genderFilter: null, premium: false, blockedIds: [] }
      const { status } = await node.app.context.matching.findMatch(seeker)
      expect(status).toBe('searching')
      expect((await two.findMatch()).conversation).toBeNull()
    })
  })

  it('resumes in the next run after a crash', async () => {
    const { asha, ben, conversationId } = await pair(node)
    await node.app.context.database.prisma.user.update({
      where: { id: asha.id },
      data: { active: false, closedAt: new Date(clock.now()) },
    })
    expect(await ben.send(conversationId, 'Are you there?')).toBeDefined()
    await node.app.context.privacy.sweep()
    const late = await ben.call('POST', '/api/v1/message', { conversationId, message: 'Still?' })
    expect(late.body.code).toBe('CONVERSATION_ENDED')
  })

  // covers: 9-reactivation-within-12-months, beyond-reactivation
  it('can be undone by logging in, and nothing is lost', async () => {
    const { asha, ben, conversationId } = await pair(node)
    await asha.send(conversationId, 'Before the break')
    await closeAccount(node, asha)
    clock.advance(300 * DAY)
    const { person, reopened } = await logInAgain(asha)
    expect(reopened).toBe(true)
    expect(await rowOf(asha)).toMatchObject({ active: true, closedAt: null, eraseAfter: null })
    await node.app.context.database.prisma.user.update({
      where: { id: asha.id },
      data: { premiumUntil: new Date(clock.now() + DAY) },
    })
    const { body } = await person.call('POST', '/api/v1/messages', { id: conversationId, pageNumber: 0 })
    expect(body.elements).toMatchObject([{ message: 'Before the break' }])
    const bens = (await logInAgain(ben)).person
    expect((await bens.call('GET', `/api/v1/user/${asha.id}`)).status).toBe(200)
    expect((await logInAgain(asha)).reopened).toBeUndefined()
  })

  it('cannot be undone by a wrong password', async () => {
    const asha = await join(node)
    await closeAccount(node, asha)
    expect((await logIn(node, asha, { password: 'Not-mine-1' })).status).toBe(401)
    expect((await rowOf(asha)).closedAt).not.toBeNull()
  })

  it('can be undone by a banned member too, and keeps the ban', async () => {
    const asha = await join(node)
    await ban(node, asha)
    expect((await closeAccount(node, asha)).data).toEqual({ closeAccount: true })
    expect((await logIn(node, asha)).body.code).toBe('SUSPENDED')
    expect(await rowOf(asha)).toMatchObject({ active: true, closedAt: null })
    expect((await rowOf(asha)).bannedAt).not.toBeNull()
  })
})

describe('asking for deletion', () => {
  // covers: beyond-deletion-mail
  it('closes the account, and mails the date and the way back at once', async () => {
    const asha = await join(node)
    const { data } = await deleteAccount(node, asha)
    const eraseAfter = new Date(clock.now() + 29 * DAY)
    expect(Math.abs(Date.parse(String(data.deleteAccount)) - eraseAfter.getTime())).toBeLessThan(60_000)
    expect(await rowOf(asha)).toMatchObject({
      active: false,
      eraseAfter: new Date(String(data.deleteAccount)),
    })
    expect((await asha.call('GET', '/api/session')).status).toBe(401)
    const mail = await mailed(node, asha.user.userName, /will be deleted on/)
    const date = eraseAfter.toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    })
    expect(mail.text).toContain(date)
    expect(mail.link.pathname).toBe('/auth')
  })

  // covers: beyond-deletion-can-be-cancelled
  it('can be cancelled by logging in, which is mailed', async () => {
    const asha = await join(node)
    await deleteAccount(node, asha)
    clock.advance(29 * DAY - 1)
    await node.app.context.privacy.sweep()
    const { person, reopened } = await logInAgain(asha)
    expect(reopened).toBe(true)
    expect(await rowOf(asha)).toMatchObject({ active: true, closedAt: null, eraseAfter: null })
    await mailed(node, asha.user.userName, /account stays/)
    clock.advance(30 * DAY)
    await node.app.context.privacy.sweep()
    expect((await rowOf(asha)).erasedAt).toBeNull()
    expect((await person.call('GET', '/api/session')).status).toBe(401)
    expect((await logIn(node, asha)).status).toBe(200)
    expect(mailsTo(node, asha.user.userName).filter(({ subject }) => /stays/.test(subject))).toHaveLength(1)
  })

  it('needs the password, and is open to banned members', async () => {
    const asha = await join(node)
    await ban(node, asha)
    expect((await deleteAccount(node, asha, 'Not-mine-1')).errors[0]?.extensions).toMatchObject({
      code: 'INVALID',
    })
    await answerOf(node, asha, 'mutation($password: String!) { deleteAccount(password: $password) }', {
      password: PASSWORD,
    })
    expect((await rowOf(asha)).eraseAfter).not.toBeNull()
  })

  it('fails for visitors', async () => {
    for (const field of ['closeAccount', 'deleteAccount']) {
      const { errors } = await ask(node, null, `mutation { ${field}(password: "x") }`)
      expect(errors[0]?.extensions).toMatchObject({ code: 'UNAUTHENTICATED' })
    }
  })
})
