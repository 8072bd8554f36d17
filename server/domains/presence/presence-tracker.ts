import type { EventBus } from '#server/events.ts'
import type { Presence } from './presence-port.ts'

export type PresenceTracker = ReturnType<typeof createPresenceTracker>

type Announcer = ReturnType<typeof createPresenceAnnouncer>

/** Emits when members come online and go offline. A member's events are emitted in order, so the last one is true. */
export function createPresenceAnnouncer({
  events,
  onError,
}: {
  events: EventBus
  onError(error: unknown): void
}) {
  const lastOf = new Map<string, Promise<void>>()

  function enqueue(userId: string, event: 'streamOpened' | 'streamsClosed') {
    const emitted = (lastOf.get(userId) ?? Promise.resolve())
      .then(async () => void (await events.emit(event, { userId })))
      .catch(onError)
      .finally(() => {
        if (lastOf.get(userId) === emitted) lastOf.delete(userId)
      })
    lastOf.set(userId, emitted)
  }

  return {
    online: (userId: string) => enqueue(userId, 'streamOpened'),
    offline: (userId: string) => enqueue(userId, 'streamsClosed'),
  }
}

/** Records the streams of this node in the presence store, and emits what changes. */
export function createPresenceTracker({
  presence,
  announcer,
  events,
  onError,
}: {
  presence: Presence
  announcer: Announcer
  events: EventBus
  onError(error: unknown): void
}) {
  return {
    /** Resolves once the member counts as online. Partners are notified after that. */
    async streamOpened(userId: string, interests: readonly string[]) {
      if (await presence.opened(userId, interests)) announcer.online(userId)
      void events.emit('streamAttached', { userId })
    },
    streamClosed(userId: string) {
      presence.closed(userId).catch(onError)
    },
  }
}
