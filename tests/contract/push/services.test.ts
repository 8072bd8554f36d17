import { createECDH } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestClock } from '../../kit/clock.ts'
import { join } from '../../kit/person.ts'
import {
  pushSettings,
  pushStateOf,
  sendPushes,
  stopPeriodicPushes,
  subscribedPair,
  subscribePush,
  takePushes,
} from '../../kit/push.ts'
import { startPushService } from '../../kit/push-service.ts'
import { useNode } from '../../kit/use-node.ts'
import { useStarted } from '../../kit/use-started.ts'

const clock = createTestClock()
const service = useStarted(startPushService)
const node = useNode(() => ({ env: pushSettings(service), clock }))

beforeAll(() => stopPeriodicPushes(node))
beforeEach(() => {
  service.received.splice(0)
  service.answerWith(null)
})

const answering = (status: number, headers: Record<string, string> = {}) =>
  service.answerWith((response) => void response.writeHead(status, headers).end())

describe('a push service', () => {
  // covers: beyond-push-gone
  it.each([404, 410])('ends the subscription of a browser that is gone with %i', async (status) => {
    const { asha, ben, conversationId } = await subscribedPair(node, service)
    answering(status)
    await ben.send(conversationId, 'Hello')
    await sendPushes(node)
    expect((await pushStateOf(asha)).devices).toEqual([])
  })

  // covers: beyond-push-retries
  it('gets the message again after the time that it names with 429', async () => {
    const { ben, conversationId } = await subscribedPair(node, service)
    answering(429, { 'retry-after': '120' })
    await ben.send(conversationId, 'Hello')
    await sendPushes(node)
    service.answerWith(null)
    clock.advance(119_000)
    expect(await takePushes(node, service)).toEqual([])
    clock.advance(1_000)
    expect(await takePushes(node, service)).toHaveLength(1)
  })

  // covers: beyond-push-retries
  it('gets the message again later and later while it fails, six times at most', async () => {
    const { ben, conversationId } = await subscribedPair(node, service)
    answering(503)
    await ben.send(conversationId, 'Hello')
    const before = service.requests
    await sendPushes(node)
    for (const wait of [5, 20, 80, 320, 1_280]) {
      clock.advance(wait * 1_000 - 1)
      await sendPushes(node)
      clock.advance(1)
      await sendPushes(node)
    }
    expect(service.requests - before).toBe(6)
    clock.advance(24 * 60 * 60_000)
    await sendPushes(node)
    expect(service.requests - before).toBe(6)
  })

  // covers: beyond-push-endpoints
  it('redirects the server nowhere', async () => {
    const { asha, ben, conversationId } = await subscribedPair(node, service)
    const before = service.requests
    answering(307, { location: `${service.origin}/elsewhere` })
    await ben.send(conversationId, 'Hello')
    await sendPushes(node)
    expect(service.requests - before).toBe(1)
    expect((await pushStateOf(asha)).devices).toHaveLength(1)
  })

  // covers: beyond-push-retries
  it('counts by its status when its answer is long', async () => {
    const { ben, conversationId } = await subscribedPair(node, service)
    service.answerWith((response) => void response.writeHead(201).end('x'.repeat(1_000_000)))
    await ben.send(conversationId, 'Hello')
    await sendPushes(node)
    service.answerWith(null)
    expect(await takePushes(node, service)).toEqual([])
  })
})

describe('another key of the server', () => {
  // covers: beyond-push-key-change
  it('ends subscriptions that browsers made with the earlier one', async () => {
    const { asha, ben, conversationId } = await subscribedPair(node, service)
    const ecdh = createECDH('prime256v1')
    const earlier = ecdh.generateKeys().toString('base64url')
    await node.app.context.database.pool.query('UPDATE push_subscription SET server_key = $1', [earlier])
    await ben.send(conversationId, 'Hello')
    expect(await takePushes(node, service)).toEqual([])
    expect((await pushStateOf(asha)).devices).toEqual([])
  })
})

describe('an address of a browser', () => {
  const REFUSED = [
    ['another host', 'https://push.example.com/x'],
    ['a host that ends like an allowed one', 'https://evilfcm.googleapis.com/x'],
    ['a host below an allowed one', 'https://x.fcm.googleapis.com/x'],
    ['plain http', 'http://fcm.googleapis.com/x'],
    ['another port', 'https://fcm.googleapis.com:8443/x'],
    ['a user', 'https://user:pass@fcm.googleapis.com/x'],
    ['an address of this machine', 'https://127.0.0.1/x'],
    ['an address of this machine in IPv6', 'https://[::1]/x'],
    ['a private address', 'https://10.0.0.7/x'],
    ['an address as a number', 'https://2130706433/x'],
    ['the local name', 'https://localhost/x'],
    ['the metadata service', 'http://169.254.169.254/latest'],
    ['another port of this machine', 'http://127.0.0.1:1/x'],
    ['a file', 'file:///etc/passwd'],
    ['a dot after the host', 'https://fcm.googleapis.com./x'],
  ]

  // covers: beyond-push-endpoints
  it.each(REFUSED)('fails at the registration when it is %s', async (_, endpoint) => {
    const asha = await join(node)
    const subscription = { ...service.subscribe(), endpoint }
    const answer = await asha.call('POST', '/api/v1/push/devices', subscription)
    expect(answer.body).toMatchObject({ code: 'INVALID' })
    expect((await pushStateOf(asha)).devices).toEqual([])
  })

  // covers: beyond-push-endpoints
  it.each(REFUSED)('gets no call when the database has %s', async (_, endpoint) => {
    const { asha, ben, conversationId, device } = await subscribedPair(node, service)
    await node.app.context.database.pool.query('UPDATE push_subscription SET endpoint = $1 WHERE id = $2', [
      endpoint,
      device.id,
    ])
    await ben.send(conversationId, 'Hello')
    expect(await takePushes(node, service)).toEqual([])
    expect((await pushStateOf(asha)).devices).toEqual([])
  })

  // covers: beyond-push-endpoints
  it('fails with a key that is no point of the curve', async () => {
    const asha = await join(node)
    const p256dh = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url')
    const answer = await asha.call('POST', '/api/v1/push/devices', { ...service.subscribe(), p256dh })
    expect(answer.body).toMatchObject({ code: 'INVALID' })
  })

  it('belongs to the member who subscribed last', async () => {
    const [asha, ben] = [await join(node), await join(node)]
    const { subscription } = await subscribePush(asha, service)
    await ben.call('POST', '/api/v1/push/devices', subscription)
    expect((await pushStateOf(asha)).devices).toEqual([])
    expect((await pushStateOf(ben)).devices).toHaveLength(1)
  })
})
