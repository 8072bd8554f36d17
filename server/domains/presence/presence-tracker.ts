import type { EventBus } from '#server/events.ts'
import type { Presence } from './presence.ts'

export interface PresenceTracker {
  /** Resolves once the member counts as online. Partners are notified after that. */
  streamOpened(userId: string, interests: readonly string[]): Promise<void>
  streamClosed(userId: string): void
}

export interface PresenceAnnouncer {
  online(userId: string): void
  offline(userId: string): void
}

/** Emits when members come online and go offline. A member's events are emitted in order, so the last one is true. */
export function createPresenceAnnouncer(deps: {
  events: EventBus
  onError(error: unknown): void
}): PresenceAnnouncer {
  const { events, onError } = deps
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
    online: (userId) => enqueue(userId, 'streamOpened'),
    offline: (userId) => enqueue(userId, 'streamsClosed'),
  }
}

/** Records the streams of this node in the presence store, and emits what changes. */
export function createPresenceTracker(deps: {
  presence: Presence
  announcer: PresenceAnnouncer
  events: EventBus
  onError(error: unknown): void
}): PresenceTracker {
  const { presence, announcer, events, onError } = deps
  return {
    async streamOpened(userId, interests) {
      if (await presence.opened(userId, interests)) announcer.online(userId)
      void events.emit('streamAttached', { userId })
    },
    streamClosed(userId) {
      presence.closed(userId).catch(onError)
    },
  }
}
