import type { PlanId } from '#schema/plans.ts'

/** What can change in the moderation console. */
export const MODERATION_CHANGES = [
  'REPORT_ARRIVED',
  'REPORT_DECIDED',
  'REPORT_CLAIMED',
  'REPORT_RELEASED',
  'APPEAL_ARRIVED',
  'APPEAL_DECIDED',
  'MESSAGE_HELD',
  'MESSAGE_DECIDED',
  'NOTES_CHANGED',
] as const

/** Told live to staff, and never to the member it is about. */
export interface ModerationChange {
  kind: (typeof MODERATION_CHANGES)[number]
  /** The reports, appeals, held messages or notes that it is about. */
  ids: readonly string[]
  /** The member whose case it is. */
  subjectId: string
  /** Null for the server's own defences, and where a member caused it. */
  actorId: string | null
}

/** What one room tells the others without knowing them; `context.ts` decides who listens. */
export interface Facts {
  userBlocked: { blockerId: string; blockedId: string }
  userReported: { reporterId: string; reportedId: string; reportId: string }
  /** What somebody was told that they had missed in a conversation is read now. */
  missedRead: { userId: string; conversationId: string }
  /** Committed. Announced for every message that was not held before, so that whoever listens is quick and waits for nothing. */
  messageSent: { id: string; conversationId: string; senderId: string; message: string; time: string }
  /** At registration and whenever it changes. */
  profileWritten: { userId: string; displayName: string; interests: string[] }
  conversationEnded: { conversationId: string; endedBy: string; partnerId: string }
  sessionsRevoked: { userId: string; sessionKeys: string[] }
  userChanged: { userId: string }
  interestsChanged: { userId: string; interests: string[] }
  /** Suspended, paused or banned: announced after the commit, and again while it is fresh, so listeners are idempotent. */
  userSuspended: { userId: string }
  /**
   * Told to the person by mail, as they may be sent away before they see it. This and what follows of decisions is
   * announced after the commit, and again while nobody was told of it, so listeners are idempotent.
   */
  userSanctioned: {
    userId: string
    actionId: string
    reason: string
    /** Null: for good. */
    until: Date | null
  }
  /** Closed by its owner or erased: nobody can reach the person any longer. */
  accountClosed: { userId: string }
  userWarned: { userId: string; actionId: string; reason: string }
  reportDecided: { reporterId: string; reportId: string; outcome: string }
  /** `delivered` is false where the two did not talk any longer. */
  messageReleased: { senderId: string; conversationId: string; heldId: string; delivered: boolean }
  appealDecided: {
    userId: string
    actionId: string
    reversed: boolean
    answer: string
  }
  premiumGranted: {
    userId: string
    email: string
    displayName: string
    plan: PlanId
    until: Date
    /** In hundredths. */
    amount: number
    currency: string
  }
  /** Something that the moderation console shows has changed. */
  moderationChanged: ModerationChange
  /** A stream of the member opened, whether or not they were online already. */
  streamAttached: { userId: string }
  /** The member came online. */
  streamOpened: { userId: string }
  /** The member went offline: no stream came back within the grace. */
  streamsClosed: { userId: string }
}

export type FactName = keyof Facts
type Listener<Name extends FactName> = (fact: Facts[Name]) => void | Promise<void>

export interface FactBus {
  /** Never fails, as what is announced has happened. False when a listener failed. */
  announce<Name extends FactName>(name: Name, fact: Facts[Name]): Promise<boolean>
  on<Name extends FactName>(name: Name, listener: Listener<Name>): void
}

/** Listeners run in the order they were added, and the announcer waits for all of them: one that fails keeps no other from hearing. */
export function createFactBus({ onError }: { onError(error: unknown): void }): FactBus {
  const listeners = new Map<FactName, Listener<FactName>[]>()
  return {
    async announce(name, fact) {
      let heard = true
      for (const listener of listeners.get(name) ?? []) {
        try {
          await listener(fact as never)
        } catch (error) {
          heard = false
          onError(error)
        }
      }
      return heard
    },
    on(name, listener) {
      const list = listeners.get(name) ?? []
      list.push(listener as Listener<FactName>)
      listeners.set(name, list)
    },
  }
}
