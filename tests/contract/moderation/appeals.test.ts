import { beforeAll, describe, expect, it } from 'vitest'
import { mailed } from '../../kit/mails.ts'
import { ACCOUNT_STATUS, APPEAL, DECIDE_APPEAL, type Moderation, moderationOf } from '../../kit/moderation.ts'
import { call, join, type Person, pair } from '../../kit/person.ts'
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

describe('an appeal', () => {
  // covers: beyond-appeal-by-another-moderator
  it('goes to another moderator, who reverses the suspension', async () => {
    const ben = await join(node)
    await moderation.suspend(ben)
    const { standing } = (await ask(ben, ACCOUNT_STATUS)).data
    const { actionId } = standing.history[0]
    expect((await ask(ben, APPEAL, { id: actionId, text: 'It was not me' })).codes).toEqual([])
    expect((await ask(ben, APPEAL, { id: actionId, text: 'Really' })).codes).toEqual(['CONFLICT'])
    const { appeals } = (await ask(admin, '{ appeals { nodes { id text person { id } action { kind } } } }'))
      .data
    const mine = appeals.nodes.find((one: { person: { id: string } }) => one.person.id === ben.id)
    expect(mine).toMatchObject({ text: 'It was not me', action: { kind: 'SUSPEND' } })
    const hearing = { id: mine.id, reverse: true, answer: 'You are right, sorry' }
    expect((await ask(moderator, DECIDE_APPEAL, hearing)).codes).toEqual(['FORBIDDEN'])
    expect((await ask(admin, DECIDE_APPEAL, hearing)).codes).toEqual([])
    expect((await ask(admin, DECIDE_APPEAL, hearing)).codes).toEqual(['CONFLICT'])
    expect((await ask(ben, ACCOUNT_STATUS)).data.standing).toMatchObject({
      suspended: false,
      history: [
        { reversed: true, strikeUntil: null, appeal: { status: 'REVERSED', answer: hearing.answer } },
      ],
    })
    expect((await ben.call('GET', '/api/session')).status).toBe(200)
  })

  it('can be rejected, and the ban stays', async () => {
    const ben = await join(node)
    await moderation.ban(ben)
    const { actionId } = (await ask(ben, ACCOUNT_STATUS)).data.standing.history[0]
    await ask(ben, APPEAL, { id: actionId, text: 'Please' })
    const { appeals } = (await ask(admin, '{ appeals(first: 100) { nodes { id person { id } } } }')).data
    const { id } = appeals.nodes.find((one: { person: { id: string } }) => one.person.id === ben.id)
    await ask(admin, DECIDE_APPEAL, { id, reverse: false, answer: 'It stands' })
    expect((await ask(ben, ACCOUNT_STATUS)).data.standing).toMatchObject({
      banned: true,
      history: [{ appeal: { status: 'UPHELD', answer: 'It stands' } }],
    })
  })

  it("opens only against the member's own sanction", async () => {
    const [ben, carla] = [await join(node), await join(node)]
    await moderation.suspend(ben)
    const { actionId } = (await ask(ben, ACCOUNT_STATUS)).data.standing.history[0]
    expect((await ask(carla, APPEAL, { id: actionId, text: 'For him' })).codes).toEqual(['NOT_FOUND'])
  })
})

describe('a suspended member', () => {
  it('gets a mail with the reason, and one with the outcome of the appeal', async () => {
    const ben = await join(node)
    await moderation.suspend(ben)
    const { actionId } = (await ask(ben, ACCOUNT_STATUS)).data.standing.history[0]
    await ask(ben, APPEAL, { id: actionId, text: 'It was not me' })
    const { appeals } = (await ask(admin, '{ appeals(first: 100) { nodes { id person { id } } } }')).data
    const { id } = appeals.nodes.find((one: { person: { id: string } }) => one.person.id === ben.id)
    await ask(admin, DECIDE_APPEAL, { id, reverse: true, answer: 'Sorry for that' })
    expect((await mailed(node, ben.user.userName, /suspended/)).text).toContain('The reason: Threats')
    expect((await mailed(node, ben.user.userName, /appeal/)).text).toContain('Sorry for that')
  })

  it('can log in only to see the account status', async () => {
    const ben = await join(node)
    await moderation.suspend(ben, 2)
    const body = { userName: ben.user.userName, password: 'Monsoon-2026' }
    const answer = await call(node.url, 'POST', '/auth', { body })
    expect(answer).toMatchObject({ status: 403, body: { code: 'SUSPENDED', token: expect.any(String) } })
    const token = String(answer.body.token)
    expect((await ask({ ...ben, token }, ACCOUNT_STATUS)).data.standing.suspended).toBe(true)
    expect((await call(node.url, 'GET', '/api/session', { token })).status).toBe(403)
  })

  it('cannot be reached by another member', async () => {
    const { asha, ben } = await pair(node)
    await moderation.suspend(ben)
    expect((await asha.call('POST', '/api/v1/conversation', { secondUser: ben.id })).status).toBe(404)
    await expect(node.app.context.chat.open(asha.id, ben.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})
