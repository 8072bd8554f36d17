import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startCluster, type TestApp } from '../../kit/app.ts'
import { type Person, pair } from '../../kit/person.ts'
import { pushSettings, stopPeriodicPushes, subscribePush, takePushes } from '../../kit/push.ts'
import { startPushService } from '../../kit/push-service.ts'
import { useStarted } from '../../kit/use-started.ts'

describe('two nodes that send push messages', () => {
  const service = useStarted(startPushService)
  let cluster: Awaited<ReturnType<typeof startCluster>> = null
  let one: TestApp
  let two: TestApp

  beforeAll(async () => {
    cluster = await startCluster(2, { env: pushSettings(service) })
    const [first, second] = cluster?.nodes ?? []
    if (!first || !second) return
    ;[one, two] = [first, second]
    for (const node of [one, two]) await stopPeriodicPushes(node)
  })
  beforeEach((context) => {
    if (!cluster) context.skip('redis-server is not installed')
    service.received.splice(0)
  })
  afterAll(() => cluster?.[Symbol.asyncDispose]())

  const takeFromBoth = async () => [...(await takePushes(one, service)), ...(await takePushes(two, service))]
  const see = (person: Person, visible: boolean) =>
    person.call('POST', '/api/v1/push/visibility', { page: PAGE, visible })
  const PAGE = randomUUID()

  // covers: beyond-push-visible
  it('send nothing while the member looks at a page of the other node', async () => {
    const { asha, ben, conversationId } = await pair(one, two)
    await subscribePush(asha, service)
    await takeFromBoth()
    const stream = await asha.stream()
    await stream.next('ready')
    await see(asha, true)
    await ben.send(conversationId, 'Do you see this?')
    expect(await takePushes(two, service)).toEqual([])
    expect(await takePushes(one, service)).toEqual([])
    await see(asha, false)
    await ben.send(conversationId, 'And this?')
    expect(await takePushes(two, service)).toHaveLength(1)
    stream.close()
  })

  // covers: beyond-push-message
  it('send each message once', async () => {
    const { asha, ben, conversationId } = await pair(one, two)
    await subscribePush(asha, service)
    await takeFromBoth()
    await ben.send(conversationId, 'Hello')
    const taken = await Promise.all([takePushes(one, service), takePushes(two, service)])
    expect(taken.flat()).toHaveLength(1)
  })
})
