import type {
  PageVisibility,
  PushKind,
  PushPreferences,
  PushState,
  PushSubscriptionRequest,
} from '#schema/push.ts'
import type { Member } from '#server/domains/accounts/index.ts'
import type { Presence } from '#server/domains/presence/index.ts'
import type { PushServiceName } from '#server/platform/metrics/instruments.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { hasDevice } from './has-device.ts'
import { isQuiet } from './is-quiet.ts'
import { listDevices } from './list-devices.ts'
import { createMessageNotices } from './message-notices.ts'
import { readPreferences, savePreferences } from './preferences.ts'
import { createPushContext, type PushSettings } from './push-context.ts'
import { createPushReactions } from './push-reactions.ts'
import { reachOf } from './reach-of.ts'
import { sendDeliveries } from './send-deliveries.ts'
import { createSending } from './sending.ts'
import { subscribeBrowser } from './subscribe-browser.ts'

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
  const sending = vapid && createSending(platform, (service) => sendDeliveries(context, vapid, service))
  const onQueued = (services: readonly PushServiceName[]) => sending?.wake(services)
  const messages = createMessageNotices({ ...context, onQueued })

  return {
    /** Returns the key of the server, and the preferences and browsers of the caller. */
    async read(member: Caller): Promise<PushState> {
      const [preferences, devices] = await Promise.all([
        readPreferences(context, member.id),
        listDevices(context, member),
      ])
      return { publicKey: vapid?.publicKey ?? null, preferences, devices }
    },
    /** Returns whether a browser of the member gets push messages. */
    hasDevice: (userId: string) => hasDevice(context, userId),
    /** Returns whether the member has quiet hours now. */
    isQuiet: (userId: string) => isQuiet(context, userId),
    reachOf: (userId: string, kind: PushKind) => reachOf(context, userId, kind),
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
    reactions: createPushReactions({ ...context, onQueued }, messages),
    /** Queues the notices of messages that were collected, and sends what is due. Failures are reported; it never rejects. */
    async sendDue() {
      await messages.flush().catch(context.onError)
      await sending?.run()
    },
    start() {
      sending?.start()
    },
    async [Symbol.asyncDispose]() {
      await messages.flush().catch(context.onError)
      await sending?.stop()
    },
  }
}
