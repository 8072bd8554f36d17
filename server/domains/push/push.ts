import type { PageVisibility, PushPreferences, PushState, PushSubscriptionRequest } from '#schema/push.ts'
import type { Member } from '#server/domains/accounts/index.ts'
import type { Presence } from '#server/domains/presence/index.ts'
import { createRepeatingJob } from '#server/platform/background/repeating-job.ts'
import { PUSH_SERVICE_NAMES } from '#server/platform/metrics/instruments.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { listDevices } from './list-devices.ts'
import { createMessageNotices } from './message-notices.ts'
import { readPreferences, savePreferences } from './preferences.ts'
import { createPushContext, type PushSettings } from './push-context.ts'
import { createPushReactions } from './push-reactions.ts'
import { sendDeliveries } from './send-deliveries.ts'
import { subscribeBrowser } from './subscribe-browser.ts'

/** How often what is due is looked for, in milliseconds. */
const SEND_EVERY = 1_000

type Caller = Pick<Member, 'id' | 'sessionKey'>

export type Push = ReturnType<typeof createPush>

/** Creates the push messages to members' browsers (RFC 8030). `start` begins to send them. */
export function createPush(
  platform: Platform,
  below: { presence: Pick<Presence, 'connected'> },
  settings: PushSettings,
) {
  const context = createPushContext(platform, below, settings)
  const { vapid, limits, visiblePages, prisma } = context
  const messages = createMessageNotices(context)
  // A job for each service: one that does not answer delays no other.
  const jobs = vapid
    ? PUSH_SERVICE_NAMES.map((service) =>
        createRepeatingJob(platform, {
          name: 'push_messages',
          every: SEND_EVERY,
          run: () => sendDeliveries(context, vapid, service),
        }),
      )
    : []

  return {
    /** Returns the key of the server, and the preferences and browsers of the caller. */
    async read(member: Caller): Promise<PushState> {
      const [preferences, devices] = await Promise.all([
        readPreferences(context, member.id),
        listDevices(context, member),
      ])
      return { publicKey: vapid?.publicKey ?? null, preferences, devices }
    },
    subscribe: (member: Caller, request: PushSubscriptionRequest) =>
      subscribeBrowser(context, member, request),
    savePreferences: (userId: string, preferences: PushPreferences) =>
      savePreferences(context, userId, preferences),
    /** Sends no more push messages to a browser of the member. Idempotent. @throws ApiError RATE_LIMITED */
    async removeDevice(userId: string, id: string) {
      await limits.consume('pushByAccount', userId)
      await prisma.pushSubscription.deleteMany({ where: { id, userId } })
    },
    /** Records whether the member looks at a page. @throws ApiError RATE_LIMITED */
    async reportVisibility(userId: string, visibility: PageVisibility) {
      await limits.consume('visibilityByAccount', userId)
      if (vapid) await visiblePages.report(userId, visibility)
    },
    reactions: createPushReactions(context, messages),
    /** Queues the notices of messages that were collected, and sends what is due. Failures are reported; it never rejects. */
    async sendDue() {
      await messages.flush().catch(context.onError)
      await Promise.all(jobs.map((job) => job.run()))
    },
    start() {
      for (const job of jobs) job.start()
    },
    async [Symbol.asyncDispose]() {
      await messages.flush().catch(context.onError)
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}
