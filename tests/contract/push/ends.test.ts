import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '#schema/limits.ts'
import { endSessions } from '#server/domains/accounts/index.ts'
import type { TestApp } from '../../kit/app.ts'
import { createTestClock } from '../../kit/clock.ts'
import { exportedFiles } from '../../kit/data-export.ts'
import { ask } from '../../kit/graphql.ts'
import { moderationOf } from '../../kit/moderation.ts'
import { join, type Person } from '../../kit/person.ts'
import { closeAccount, deleteAccount, finishFirstSweep } from '../../kit/privacy.ts'
import {
  pushSettings,
  pushStateOf,
  stopPeriodicPushes,
  subscribedPair,
  subscribePush,
  takePushes,
} from '../../kit/push.ts'
import { startPushService } from '../../kit/push-service.ts'
import { newSession } from '../../kit/second-factor.ts'
import { useNode } from '../../kit/use-node.ts'
import { useStarted } from '../../kit/use-started.ts'

const DAY = 24 * 60 * 60_000
const clock = createTestClock()
const service = useStarted(startPushService)
const node = useNode(() => ({ env: pushSettings(service), clock }))

beforeAll(() => stopPeriodicPushes(node))
beforeEach(() => void service.received.splice(0))

const subscriptionsOf = ({ id }: Pick<Person, 'id'>) =>
  node.app.context.database.prisma.pushSubscription.count({ where: { userId: id } })

const ENDS: [string, (on: TestApp, asha: Person) => Promise<unknown>][] = [
  ['a logout', (_, asha) => asha.call('GET', '/api/v1/logout')],
  [
    'a logout on another device',
    async (on, asha) => ask(on, await newSession(on, asha), 'mutation { revokeOtherSessions }'),
  ],
  ['the command that ends sessions', (on, { id }) => endSessions(on.app.context.database, id)],
  ['a suspension', async (on, asha) => (await moderationOf(on)).suspend(asha)],
  ['a ban', async (on, asha) => (await moderationOf(on)).ban(asha)],
  ['closing the account', closeAccount],
]

describe('a subscription', () => {
  // covers: beyond-push-ends
  it.each(ENDS)('ends with %s', async (_, end) => {
    const { asha, ben, conversationId } = await subscribedPair(node, service)
    await ben.send(conversationId, 'Hello')
    await end(node, asha)
    expect(await subscriptionsOf(asha)).toBe(0)
    expect(await takePushes(node, service)).toEqual([])
  })

  // covers: beyond-push-ends
  it('gets nothing after its session expired', async () => {
    const { asha, ben, conversationId } = await subscribedPair(node, service)
    await ben.send(conversationId, 'Hello')
    await node.app.context.database.pool.query('UPDATE session SET expires = $2 WHERE user_id = $1', [
      asha.id,
      new Date(clock.now()),
    ])
    expect(await takePushes(node, service)).toEqual([])
  })

  // covers: beyond-push-ends
  it('disappears with the account, and so do the choices', async () => {
    const { asha } = await subscribedPair(node, service)
    await finishFirstSweep(node)
    await asha.call('PUT', '/api/v1/push/preferences', { kinds: [], showsNames: true, quietHours: null })
    await deleteAccount(node, asha)
    clock.advance(31 * DAY)
    await node.app.context.privacy.sweep()
    const { prisma } = node.app.context.database
    expect(await subscriptionsOf(asha)).toBe(0)
    expect(await prisma.pushPreference.count({ where: { userId: asha.id } })).toBe(0)
  })

  // covers: beyond-push-devices
  it('appears with its device, and can be removed from another one', async () => {
    const { asha, ben, conversationId, device } = await subscribedPair(node, service)
    const phone = await newSession(node, asha)
    expect((await pushStateOf(phone)).devices).toMatchObject([{ id: device.id, current: false }])
    const stranger = await join(node)
    await stranger.call('DELETE', `/api/v1/push/devices/${device.id}`)
    expect(await subscriptionsOf(asha)).toBe(1)
    await phone.call('DELETE', `/api/v1/push/devices/${device.id}`)
    expect(await subscriptionsOf(asha)).toBe(0)
    await ben.send(conversationId, 'Hello')
    expect(await takePushes(node, service)).toEqual([])
  })

  // covers: beyond-push-visible
  it('makes every page of the member report whether it is visible, until it is removed', async () => {
    const asha = await join(node)
    const laptop = await newSession(node, asha)
    const mustReport = async () => (await laptop.call('GET', '/api/session')).body.hasPushDevice
    expect(await mustReport()).toBe(false)
    const { device } = await subscribePush(asha, service)
    expect(await mustReport()).toBe(true)
    await laptop.call('DELETE', `/api/v1/push/devices/${device.id}`)
    expect(await mustReport()).toBe(false)
  })

  // covers: beyond-push-devices
  it('takes the place of the oldest one beyond the limit', async () => {
    const asha = await join(node)
    const { device } = await subscribePush(asha, service)
    for (let count = 0; count < LIMITS.pushDevices; count += 1) {
      clock.advance(1_000)
      await subscribePush(await newSession(node, asha), service)
    }
    const { devices } = await pushStateOf(asha)
    expect(devices).toHaveLength(LIMITS.pushDevices)
    expect(devices.map(({ id }) => id)).not.toContain(device.id)
  })

  // covers: beyond-push-export
  it('appears in the export of the member, without address and keys', async () => {
    const asha = await join(node)
    const { subscription } = await subscribePush(asha, service)
    const files = await exportedFiles(node, asha)
    expect(files['push-devices']).toEqual([expect.objectContaining({ service: 'other' })])
    for (const secret of Object.values(subscription)) expect(JSON.stringify(files)).not.toContain(secret)
  })
})

describe('a server without keys', () => {
  const silent = useNode()

  // covers: beyond-push-off
  it('offers no push messages, and refuses a subscription', async () => {
    const asha = await join(silent)
    expect((await pushStateOf(asha)).publicKey).toBeNull()
    const answer = await asha.call('POST', '/api/v1/push/devices', service.subscribe())
    expect(answer.body).toMatchObject({ code: 'NOT_FOUND' })
  })
})
