import { describe, expect, it } from 'vitest'
import { startApp } from '../../kit/app.ts'
import { call, join, type Person, pair } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()

const block = (person: Person, userId: unknown) => person.call('POST', '/api/v1/blocks', { userId })
const unblock = (person: Person, userId: string) => person.call('DELETE', `/api/v1/blocks/${userId}`)

describe('a block without a report', () => {
  it('ends the conversation like any other leaving, and creates no report', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const stream = await ben.stream()
    expect((await block(asha, ben.id)).status).toBe(200)
    expect((await stream.next('conversation_disconnected')).data).toEqual({
      conversationId,
      userId: asha.id,
      reason: 'resigned',
    })
    expect(await node.app.context.database.prisma.report.count({ where: { reportedId: ben.id } })).toBe(0)
    for (const one of [asha, ben]) {
      expect((await one.call('POST', '/api/v1/conversations', {})).body.elements).toEqual([])
      expect((await one.call('GET', `/api/v1/conversation/${conversationId}`)).status).toBe(404)
    }
    stream.close()
  })

  it('can be lifted by the member who made it, and by no other', async () => {
    const { asha, ben } = await pair(node)
    await block(asha, ben.id)
    const reachable = async () => (await asha.call('GET', `/api/v1/user/${ben.id}`)).status === 200
    await unblock(ben, asha.id)
    expect(await reachable()).toBe(false)
    await unblock(asha, ben.id)
    expect(await reachable()).toBe(true)
  })

  it('can be repeated, as can its removal', async () => {
    const { asha, ben } = await pair(node)
    for (const _ of [1, 2]) expect((await block(asha, ben.id)).status).toBe(200)
    for (const _ of [1, 2]) expect((await unblock(asha, ben.id)).status).toBe(200)
  })

  it('refuses the caller, an unknown member and visitors', async () => {
    const asha = await join(node)
    expect((await block(asha, asha.id)).status).toBe(400)
    expect((await block(asha, 'nobody')).status).toBe(400)
    expect((await block(asha, crypto.randomUUID())).status).toBe(404)
    expect((await unblock(asha, 'nobody')).status).toBe(400)
    expect((await call(node.url, 'POST', '/api/v1/blocks', { body: {} })).status).toBe(401)
    expect((await call(node.url, 'DELETE', `/api/v1/blocks/${asha.id}`)).status).toBe(401)
  })
})

describe("a partner's profile", () => {
  it('cannot be found while the partner is banned or suspended', async () => {
    const { asha, ben } = await pair(node)
    const change = (data: object) =>
      node.app.context.database.prisma.user.update({ where: { id: ben.id }, data })
    const status = async () => (await asha.call('GET', `/api/v1/user/${ben.id}`)).status
    expect(await status()).toBe(200)
    await change({ bannedAt: new Date() })
    expect(await status()).toBe(404)
    await change({ bannedAt: null, suspendedUntil: new Date(Date.now() + 60 * 60_000) })
    expect(await status()).toBe(404)
    await change({ suspendedUntil: null })
    expect(await status()).toBe(200)
  })
})

describe('rate limits of lists and blocks', () => {
  it('answer with the time to wait', async () => {
    const strict = await startApp({ env: { RATE_LIMIT_FACTOR: '0.001', NEW_ACCOUNT_HOURS: '0' } })
    try {
      const asha = await join(strict, { premium: true, nearBy: true })
      const someone = crypto.randomUUID()
      for (const ask of [
        () => asha.call('POST', '/api/v1/near-by', {}),
        () => asha.call('POST', '/api/v1/conversation', { secondUser: someone }),
        () => block(asha, someone),
        () => asha.call('POST', '/api/user/report/true', { reportedUserId: someone, reason: 'x' }),
      ]) {
        await ask()
        const { status, headers } = await ask()
        expect(status).toBe(429)
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      }
    } finally {
      await strict[Symbol.asyncDispose]()
    }
  })
})
