import type { FactBus } from '../facts.ts'
import type { Presence } from './presence.ts'

export interface ComingsAndGoings {
  /** Resolves once the person counts as online; who hears of it is told after that. */
  came(userId: string, interests: readonly string[]): Promise<void>
  left(userId: string): void
}

/** Tells who came online and who went offline, one after the other for each person: the last word is the true one. */
export function createComingsAndGoings(deps: {
  presence: Presence
  facts: FactBus
  onError(error: unknown): void
}): ComingsAndGoings {
  const { presence, facts, onError } = deps
  const last = new Map<string, Promise<void>>()

  function inOrder(userId: string, change: Promise<boolean>, fact: 'streamOpened' | 'streamsClosed') {
    const told = (last.get(userId) ?? Promise.resolve())
      .then(async () => {
        if (await change) await facts.announce(fact, { userId })
      })
      .catch(onError)
      .finally(() => {
        if (last.get(userId) === told) last.delete(userId)
      })
    last.set(userId, told)
  }

  return {
    async came(userId, interests) {
      const change = presence.opened(userId, interests)
      inOrder(userId, change, 'streamOpened')
      await change
    },
    left(userId) {
      inOrder(userId, presence.closed(userId), 'streamsClosed')
    },
  }
}
