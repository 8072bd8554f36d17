import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestClock } from '../../kit/clock.ts'
import {
  choosePush,
  pushSettings,
  stopPeriodicPushes,
  subscribedPair,
  subscribePush,
  takePushes,
  VAPID,
} from '../../kit/push.ts'
import { startPushService } from '../../kit/push-service.ts'
import { newSession } from '../../kit/second-factor.ts'
import { useNode } from '../../kit/use-node.ts'
import { useStarted } from '../../kit/use-started.ts'

const HOUR = 60 * 60
const clock = createTestClock()
const service = useStarted(startPushService)
const node = useNode(() => ({ env: pushSettings(service), clock }))

beforeAll(() => stopPeriodicPushes(node))
beforeEach(() => void service.received.splice(0))

const see = (
  person: { call(method: string, path: string, body: unknown): Promise<unknown> },
  visible: boolean,
) => person.call('POST', '/api/v1/push/visibility', { page: PAGE, visible })
const PAGE = randomUUID()

describe('a message to a member who looks at no page', () => {
  // covers: beyond-push-message
  it('arrives without its text and without a name', async () => {
    const { asha, ben, conversationId, subscription } = await subscribedPair(node, service)
    await ben.send(conversationId, 'Meet me at the lighthouse')
    const pushes = await takePushes(node, service)
    expect(pushes).toEqual([
      expect.objectContaining({
        endpoint: subscription.endpoint,
        signedBy: VAPID.publicKey,
        payload: {
          kind: 'message',
          title: 'New message',
          tag: `conversation:${conversationId}`,
          path: '/',
          conversationId,
        },
      }),
    ])
    expect(JSON.stringify(pushes)).not.toMatch(/lighthouse|Person/)
    expect(await takePushes(node, service)).toEqual([])
    expect((await asha.call('GET', '/api/v1/push')).body).toMatchObject({
      devices: [{ current: true, lastSent: new Date(clock.now()).toISOString() }],
    })
  })

  // covers: beyond-push-message
  it('carries the headers and the signature of the standards', async () => {
    const { ben, conversationId } = await subscribedPair(node, service)
    await ben.send(conversationId, 'Hello')
    const [push] = await takePushes(node, service)
    expect(push?.headers).toMatchObject({
      ttl: String(24 * HOUR),
      urgency: 'high',
      'content-encoding': 'aes128gcm',
      topic: expect.stringMatching(/^[\w-]{32}$/),
    })
    expect(push?.claims).toMatchObject({ aud: service.origin, sub: VAPID.subject })
    const seconds = Date.now() / 1_000
    expect(push?.claims.exp).toBeGreaterThan(seconds)
    expect(push?.claims.exp).toBeLessThanOrEqual(seconds + 24 * HOUR)
  })

  // covers: beyond-push-message
  it('names the partner if the member wants it', async () => {
    const { asha, ben, conversationId } = await subscribedPair(node, service)
    await choosePush(asha, { showsNames: true })
    await ben.send(conversationId, 'Hello')
    const pushes = await takePushes(node, service)
    expect(pushes.map(({ payload }) => payload.title)).toEqual([`New message from ${ben.user.displayName}`])
  })

  // covers: beyond-push-message
  it('shares one notification with the other messages of the conversation, on each device', async () => {
    const { asha, ben, conversationId } = await subscribedPair(node, service)
    await subscribePush(await newSession(node, asha), service)
    for (const text of ['One', 'Two', 'Three']) await ben.send(conversationId, text)
    const pushes = await takePushes(node, service)
    expect(pushes).toHaveLength(2)
    expect(new Set(pushes.map(({ payload }) => payload.tag)).size).toBe(1)
    expect(new Set(pushes.map(({ headers }) => headers.topic)).size).toBe(1)
  })

  // covers: beyond-push-message
  it('stays away once it was read on another device', async () => {
    const { asha, ben, conversationId } = await subscribedPair(node, service)
    await ben.send(conversationId, 'Hello')
    await asha.call('POST', `/api/v1/conversation/${conversationId}/mark-read`)
    expect(await takePushes(node, service)).toEqual([])
  })

  // covers: beyond-push-message
  it('stays away after a block', async () => {
    const { asha, ben, conversationId } = await subscribedPair(node, service)
    await ben.send(conversationId, 'Hello')
    await node.app.context.database.pool.query(
      'INSERT INTO block (blocker_id, blocked_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [asha.id, ben.id],
    )
    expect(await takePushes(node, service)).toEqual([])
  })
})

describe('a message to a member who looks at no page', () => {
  // covers: beyond-push-message
  it('arrives without its text and without a name', async () => {
    const { asha, ben, conversationId, subscription } = await subscribedPair(node, service)
    await ben.send(conversationId, 'Meet me at the lighthouse')
    const pushes = await takePushes(node, service)
    expect(pushes).toEqual([
      expect.objectContaining({
        endpoint: subscription.endpoint,
        signedBy: VAPID.publicKey,
        payload: {
          kind: 'message',
          title: 'New message',
          tag: `conversation:${conversationId}`,
          path: '/',
          conversationId,
        },
      }),
    ])
    expect(JSON.stringify(pushes)).not.toMatch(/lighthouse|Person/)
    expect(await takePushes(node, service)).toEqual([])
    expect((await asha.call('GET', '/api/v1/push')).body).toMatchObject({
      devices: [{ current: true, lastSent: new Date(clock.now()).toISOString() }],
    })
  })

  // covers: beyond-push-message
  it('carries the headers and the signature of the standards', async () => {
    const { ben, conversationId } = await subscribedPair(node, service)
    await ben.send(conversationId, 'Hello')
    const [push] = await takePushes(node, service)
    expect(push?.headers).toMatchObject({
      ttl: String(24 * HOUR),
      urgency: 'high',
      'content-encoding': 'aes128gcm',
      topic: expect.stringMatching(/^[\w-]{32}$/),
    })
    expect(push?.claims).toMatchObject({ aud: service.origin, sub: VAPID.subject })
    const seconds = Date.now() / 1_000
    expect(push?.claims.exp).toBeGreaterThan(seconds)
    expect(push?.claims.exp).toBeLessThanOrEqual(seconds + 24 * HOUR)
  })

  // covers: beyond-push-message
  it('names the partner if the member wants it', async () => {
    const { asha, ben, conversationId } = await subscribedPair(node, service)
    await choosePush(asha, { showsNames: true })
    await ben.send(conversationId, 'Hello')
    const pushes = await takePushes(node, service)
    expect(pushes.map(({ payload }) => payload.title)).toEqual([`New message from ${ben.user.displayName}`])
  })

  // covers: beyond-push-message
  it('shares one notification with the other messages of the conversation, on each device', async () => {
    const { asha, ben, conversationId } = await subscribedPair(node, service)
    await subscribePush(await newSession(node, asha), service)
    for (const text of ['One', 'Two', 'Three']) await ben.send(conversationId, text)
    const pushes = await takePushes(node, service)
    expect(pushes).toHaveLength(2)
    expect(new Set(pushes.map(({ payload }) => payload.tag)).size).toBe(1)
    expect(new Set(pushes.map(({ headers }) => headers.topic)).size).toBe(1)
  })

  // covers: beyond-push-message
  it('stays away once it was read on another device', async () => {
    const { asha, ben, conversationId } = await subscribedPair(node, service)
    await ben.send(conversationId, 'Hello')
    await asha.call('POST', `/api/v1/conversation/${conversationId}/mark-read`)
    expect(await takePushes(node, service)).toEqual([])
  })

  // covers: beyond-push-message
  it('stays away after a block', async () => {
    const { asha, ben, conversationId } = await subscribedPair(node, service)
    await ben.send(conversationId, 'Hello')
    await node.app.context.database.pool.query(
      'INSERT INTO block (blocker_id, blocked_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [asha.id, ben.id],
    )
    expect(await takePushes(node, service)).toEqual([])
  })
})

describe('a message to a member who looks at a page', () => {
  // covers: beyond-push-visible
  it('stays away from every device while a page on one of them is visible', async () => {
    const { asha, ben, conversationId } = await subscribedPair(node, service)
    const desktop = await newSession(node, asha)
    const stream = await desktop.stream()
    await stream.next('ready')
    await see(desktop, true)
    await ben.send(conversationId, 'One')
    expect(await takePushes(node, service)).toEqual([])
    await see(desktop, false)
    await ben.send(conversationId, 'Two')
    expect(await takePushes(node, service)).toHaveLength(1)
    stream.close()
  })

  // covers: beyond-push-visible
  it('arrives when the page closed without a report', async () => {
    const { asha, ben, conversationId } = await subscribedPair(node, service)
    const stream = await asha.stream()
    await stream.next('ready')
    await see(asha, true)
    stream.close()
    const { presence } = node.app.context
    await expect.poll(async () => (await presence.connected([asha.id])).has(asha.id)).toBe(false)
    await ben.send(conversationId, 'Hello')
    expect(await takePushes(node, service)).toHaveLength(1)
  })

  // covers: beyond-push-visible
  it('arrives when the page reported nothing for two and a half minutes', async () => {
    const { asha, ben, conversationId } = await subscribedPair(node, service)
    const stream = await asha.stream()
    await stream.next('ready')
    await see(asha, true)
    clock.advance(150_000)
    await ben.send(conversationId, 'Hello')
    expect(await takePushes(node, service)).toHaveLength(1)
    stream.close()
  })
})
