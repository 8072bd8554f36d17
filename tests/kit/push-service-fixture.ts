import { type PushService, startPushService } from './push-service.ts'

/** A push service of their own for the journeys of one file. */
export const pushServiceFixture: [
  (fixtures: { browserName: string }, use: (service: PushService) => Promise<void>) => Promise<void>,
  { scope: 'worker' },
] = [
  async ({ browserName: _ }, use) => {
    const service = await startPushService()
    await use(service)
    await service[Symbol.asyncDispose]()
  },
  { scope: 'worker' },
]
