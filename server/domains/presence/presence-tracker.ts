import type { FactBus } from '#server/events.ts'
import type { Presence } from './presence.ts'

export interface ComingsAndGoings {
  /** Resolves once the person counts as online; who hears of it is told after that. */
  came(userId: string, interests: readonly string[]): Promise<void>
  left(userId: string): void
}

export interface PresenceFacts {
  online(userId: string): void
  offline(userId: string): void
}

/** Announces who came online and who went offline, in order for each member: the last announcement is the true one. */
export function createPresenceFacts(deps: { facts: FactBus; onError(error: unknown): void }): PresenceFacts {
  const { facts, onError } = deps
  const last = new Map<string, Promise<void>>()

  function announce(userId: string, fact: 'streamOpened' | 'streamsClosed') {
    const told = (last.get(userId) ?? Promise.resolve())
      .then(async () => void (await facts.announce(fact, { userId })))
      .catch(onError)
      .finally(() => {
        if (last.get(userId) === told) last.delete(userId)
      })
    last.set(userId, told)
  }

  return {
    online: (userId) => announce(userId, 'streamOpened'),
    offline: (userId) => announce(userId, 'streamsClosed'),
  }
}

/** Tells presence, and by it everybody else, of the streams of this node. */
export function createComingsAndGoings(deps: {
  presence: Presence
  told: PresenceFacts
  facts: FactBus
  onError(error: unknown): void
}): ComingsAndGoings {
  const { presence, told, facts, onError } = deps
  return {
    async came(userId, interests) {
      if (await presence.opened(userId, interests)) told.online(userId)
      void facts.announce('streamAttached', { userId })
    },
    left(userId) {
      presence.closed(userId).catch(onError)
    },
  }
}
