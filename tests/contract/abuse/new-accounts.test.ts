import { beforeAll, describe, expect, it } from 'vitest'
import { startApp } from '../../kit/app.ts'
import { startChat } from '../../kit/knocks.ts'
import { join, type Person, pair } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode({ env: { RATE_LIMIT_FACTOR: '1' } })
let asha: Person
let ben: Person
let conversationId: string
beforeAll(async () => {
  ;({ asha, ben, conversationId } = await pair(node))
})

async function endFirstDay(person: Person) {
  const { database, events } = node.app.context
  await database.prisma.user.update({
    where: { id: person.id },
    data: { created: new Date(Date.now() - 25 * 60 * 60_000) },
  })
  await events.emit('userChanged', { userId: person.id })
}
const post = (person: Person, conversation = conversationId) =>
  person.call('POST', '/api/v1/message', { conversationId: conversation, message: 'Hello' })
const report = (person: Person) =>
  person.call('POST', '/api/user/report/true', { reportedUserId: crypto.randomUUID(), reason: 'Rude' })

describe('an account in its first day', () => {
  // covers: beyond-new-account-limits
  it('meets a lower limit of messages a minute, with a friendly message', async () => {
    for (let count = 0; count < 30; count += 1) expect((await post(asha)).status).toBe(200)
    const { status, headers, body } = await post(asha)
    expect([status, body.code]).toEqual([403, 'NEW_ACCOUNT_LIMIT'])
    expect(body.message).toMatch(/^While your account is new, .* Please wait a moment/)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('meets a lower limit of reports an hour', async () => {
    for (let count = 0; count < 5; count += 1) expect((await report(asha)).status).toBe(404)
    expect((await report(asha)).body).toMatchObject({
      code: 'NEW_ACCOUNT_LIMIT',
      message: expect.stringContaining('still block'),
    })
  })

  it('meets a lower limit of new chats in a short time, by search and from a list', async () => {
    const { chat } = node.app.context
    await chat.resign(conversationId, asha.id)
    // The match started the first of them.
    for (let count = 1; count < 10; count += 1) {
      await chat.open(asha.id, ben.id)
      await chat.resign(conversationId, asha.id)
    }
    expect((await asha.call('GET', '/api/v1/conversation')).body.code).toBe('NEW_ACCOUNT_LIMIT')
    const fromList = await asha.call('POST', '/api/v1/conversation', { secondUser: ben.id })
    expect(fromList.body.code).toBe('NEW_ACCOUNT_LIMIT')
  })

  it('gets the usual limits after its first day', async () => {
    await endFirstDay(ben)
    await endFirstDay(asha)
    expect((await asha.call('GET', '/api/v1/conversation')).status).toBe(202)
    await node.app.context.chat.open(asha.id, ben.id)
    for (let count = 0; count < 35; count += 1) expect((await post(ben)).status).toBe(200)
    for (let count = 0; count < 7; count += 1) expect((await report(ben)).status).toBe(404)
  })

  // covers: design-premium-unlimited-at-once
  it('gets the usual limits at once with premium, except for reports and proof of work', async () => {
    const strict = await startApp({ env: { RATE_LIMIT_FACTOR: '1', PROOF_OF_WORK: 'bursts' } })
    const [eve, dev] = [await join(strict, { premium: true }), await join(strict)]
    const { chat } = strict.app.context
    for (let count = 0; count < 12; count += 1) {
      const opened = await chat.open(eve.id, dev.id)
      await chat.resign(opened.conversationId, eve.id)
    }
    expect((await eve.call('GET', '/api/v1/conversation')).status).toBe(202)
    const { id } = await startChat(eve, dev)
    for (let count = 0; count < 35; count += 1) expect((await post(eve, id)).status).toBe(200)
    for (let count = 0; count < 5; count += 1) expect((await report(eve)).status).toBe(404)
    expect((await report(eve)).body.code).toBe('NEW_ACCOUNT_LIMIT')
    for (let count = 0; count < 3; count += 1)
      await chat.resign(id, eve.id).then(() => chat.open(eve.id, dev.id))
    expect((await eve.call('GET', '/api/v1/conversation')).body.code).toBe('PROOF_REQUIRED')
    await strict[Symbol.asyncDispose]()
  })

  it('gets the usual limits at once when the operator disables the lower ones', async () => {
    const free = await startApp({ env: { RATE_LIMIT_FACTOR: '1', NEW_ACCOUNT_HOURS: '0' } })
    const two = await pair(free)
    for (let count = 0; count < 35; count += 1)
      expect((await post(two.asha, two.conversationId)).status).toBe(200)
    await free[Symbol.asyncDispose]()
  })
})
