import type { RestrictionKind, WarningKind } from '#schema/moderation.ts'
import type { PlanId } from '#schema/plans.ts'
import type { SearchState } from '#schema/ring.ts'

/** The kinds of change that the moderation console shows. */
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

/** Sent live to staff, but never to the member it is about. */
export interface ModerationChange {
  kind: (typeof MODERATION_CHANGES)[number]
  /** Ids of the reports, appeals, held messages or notes that changed. */
  ids: readonly string[]
  /** The member the case is about. */
  subjectId: string
  /** Null when a member or an automatic defence caused the change. */
  actorId: string | null
}

/** Events that one domain emits and others react to. `subscribers.ts` lists every reaction. */
export interface DomainEvents {
  userBlocked: { blockerId: string; blockedId: string }
  /** The member read the messages that a missed-message notification was about. */
  missedRead: { userId: string; conversationId: string }
  /** Emitted after the commit, for every message that was not held. Listeners must return quickly. */
  messageSent: { id: string; conversationId: string; senderId: string; message: string; time: string }
  /** Emitted at registration and whenever the profile changes. */
  profileWritten: { userId: string; displayName: string; interests: string[] }
  conversationEnded: { conversationId: string; endedBy: string; partnerId: string }
  /** Two members can talk from now on: matched by a search, or because one accepted the knock of the other. */
  matchFound: { conversationId: string; userIds: readonly [string, string] }
  /** Evenings begin within ten minutes, and these members wanted a reminder. */
  eveningSoon: { reminders: readonly { userId: string; eveningId: string }[] }
  /** A member waits for a match from now on. Listeners must return quickly. */
  searchBegan: { userId: string; interests: string[] }
  /** Someone who likes one of the member's interests, by its folded form, is searching. */
  bellRang: { userId: string; interest: string }
  /**
   * The member was found for a search that rings, that is over, they changed whether they are rung, or cancelled a search that
   * goes on. `rungWith`: the other of the two while the member has not come; never shown to them.
   */
  searchChanged: { userId: string; state: SearchState; rungWith: string | null }
  pushPreferencesSaved: { userId: string }
  /** Both members asked to keep in touch. Emitted for each of the two. */
  membersKept: { userId: string; partnerId: string; conversationId: string }
  /** A member would like to talk, and the member whom they asked may see it. */
  knockArrived: { userId: string; senderId: string; senderName: string; again: boolean }
  /** A knock that was shown to the member was answered or withdrawn. */
  knockEnded: { userId: string; senderId: string }
  /** The knock of a member without a stream was accepted. */
  knockAccepted: { userId: string; partnerId: string; partnerName: string; conversationId: string }
  sessionsRevoked: { userId: string; sessionKeys: string[] }
  userChanged: { userId: string }
  interestsChanged: { userId: string; interests: string[] }
  /** Suspended, paused or banned. Emitted after the commit and again while the sanction is recent: listeners are idempotent. */
  userSuspended: { userId: string }
  /**
   * The member hears of it by mail, because they can no longer log in. Like the other decision events, it is emitted
   * after the commit and again until the member was notified: listeners are idempotent.
   */
  userSanctioned: {
    userId: string
    actionId: string
    kind: RestrictionKind
    reason: string
    /** Null for a permanent ban. */
    until: Date | null
  }
  /** Closed by its owner, or erased. */
  accountClosed: { userId: string }
  userWarned: { userId: string; actionId: string; kind: WarningKind; reason: string }
  reportDecided: { reporterId: string; reportId: string; outcome: string }
  /** `delivered` is false when the conversation had ended. */
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
  /** Premium began again before the choices of the premium that ended at `premiumUntil` were reset. Now they are. */
  premiumChoicesEnded: { userId: string; premiumUntil: Date }
  moderationChanged: ModerationChange
  /** A stream of the member opened, whether or not the member was online already. */
  streamAttached: { userId: string }
  /** The member came online. */
  streamOpened: { userId: string }
  /** The member went offline: no stream came back within the grace period. */
  streamsClosed: { userId: string }
}

export type DomainEventName = keyof DomainEvents
type Listener<Name extends DomainEventName> = (event: DomainEvents[Name]) => void | Promise<void>

/** The listeners of every event, in the order in which they run. An event without a listener does not compile. */
export type Reactions = {
  readonly [Name in DomainEventName]: readonly [Listener<Name>, ...Listener<Name>[]]
}

export interface EventBus {
  /** Never throws, because the event has already happened. Returns false when a listener failed. */
  emit<Name extends DomainEventName>(name: Name, event: DomainEvents[Name]): Promise<boolean>
  on<Name extends DomainEventName>(name: Name, listener: Listener<Name>): void
}

/** Listeners run one after another in the order they were added. A failing listener does not stop the others. */
export function createEventBus({
  onError,
}: {
  onError(error: unknown, name: DomainEventName): void
}): EventBus {
  const listeners = new Map<DomainEventName, Listener<DomainEventName>[]>()
  return {
    async emit(name, event) {
      let succeeded = true
      for (const listener of listeners.get(name) ?? []) {
        try {
          await listener(event as never)
        } catch (error) {
          succeeded = false
          onError(error, name)
        }
      }
      return succeeded
    },
    on(name, listener) {
      const list = listeners.get(name) ?? []
      list.push(listener as Listener<DomainEventName>)
      listeners.set(name, list)
    },
  }
}
