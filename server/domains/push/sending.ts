import { createRepeatingJob } from '#server/platform/background/repeating-job.ts'
import { PUSH_SERVICE_NAMES, type PushServiceName } from '#server/platform/metrics/instruments.ts'
import type { Platform } from '#server/platform/open-platform.ts'

/** How often each node looks for what is due: next tries, ends of quiet hours, and what a node left when it died. */
const LOOK_EVERY = 15_000

/**
 * Creates the jobs that send push messages: one for each service, because one that does not answer must delay no other. They
 * look at an interval, and at once after this node has queued something. `send` sends everything that is due at a service.
 */
export function createSending(
  platform: Pick<Platform, 'metrics' | 'failures'>,
  send: (service: PushServiceName) => Promise<unknown>,
) {
  let isStarted = false
  const jobs = new Map(PUSH_SERVICE_NAMES.map((service) => [service, createJob(service)]))

  function createJob(service: PushServiceName) {
    let isWanted = false
    async function run() {
      do {
        isWanted = false
        await send(service)
      } while (isWanted)
    }
    const job = createRepeatingJob(platform, { name: 'push_messages', every: LOOK_EVERY, run })
    return {
      ...job,
      /** Runs the job, once more if it runs already: that run may have looked before. */
      async wake() {
        isWanted = true
        await job.run()
        if (isWanted) await job.run()
      },
    }
  }
  const all = [...jobs.values()]

  return {
    /** Sends soon what was queued for these services. It never throws. */
    wake(services: readonly PushServiceName[]) {
      if (isStarted) for (const service of new Set(services)) void jobs.get(service)?.wake()
    },
    /** Sends what is due. Failures are reported; it never rejects. */
    run: () => Promise.all(all.map((job) => job.run())),
    start() {
      isStarted = true
      for (const job of all) job.start()
    },
    async stop() {
      isStarted = false
      await Promise.all(all.map((job) => job.stop()))
    },
  }
}
