/** What one room tells the others without knowing them; `context.ts` decides who listens. */
export interface Facts {
  userBlocked: { blockerId: string; blockedId: string }
  userReported: { reporterId: string; reportedId: string; reportId: string }
  conversationEnded: { conversationId: string; endedBy: string; partnerId: string }
  sessionsRevoked: { userId: string; tokenHashes: string[] }
  userChanged: { userId: string }
  streamOpened: { userId: string }
  streamsClosed: { userId: string }
}

export type FactName = keyof Facts
type Listener<Name extends FactName> = (fact: Facts[Name]) => void | Promise<void>

export interface FactBus {
  announce<Name extends FactName>(name: Name, fact: Facts[Name]): Promise<void>
  on<Name extends FactName>(name: Name, listener: Listener<Name>): void
}

/** Listeners run in the order they were added; the announcer waits for all of them and sees the first failure. */
export function createFactBus(): FactBus {
  const listeners: { [Name in FactName]?: Listener<Name>[] } = {}
  return {
    async announce(name, fact) {
      for (const listener of listeners[name] ?? []) await listener(fact)
    },
    on(name, listener) {
      const list = listeners[name] ?? []
      list.push(listener)
      listeners[name] = list as (typeof listeners)[typeof name]
    },
  }
}
