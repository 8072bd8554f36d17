import type { Defences } from './domains/abuse/index.ts'
import type { Accounts } from './domains/accounts/index.ts'
import type { Bells } from './domains/bells/index.ts'
import type { Chat } from './domains/chat/index.ts'
import type { Keeping } from './domains/keeping/index.ts'
import type { Live } from './domains/live/index.ts'
import type { createBillingMails, DecisionMails } from './domains/mail/index.ts'
import type { Matching, MemberSearch } from './domains/matching/index.ts'
import {
  type createDecisionNotices,
  type Inbox,
  type KnockNotices,
  premiumChoicesEnded,
} from './domains/notifications/index.ts'
import type { Presence } from './domains/presence/index.ts'
import type { Push } from './domains/push/index.ts'
import type { DomainEventName, EventBus, Reactions } from './events.ts'

export interface Reacting {
  accounts: Pick<Accounts, 'forgetSessionsOf'>
  bells: Pick<Bells, 'interestsChanged' | 'searchBegan'>
  billingMails: ReturnType<typeof createBillingMails>
  chat: Pick<
    Chat,
    'departures' | 'endConversationBetween' | 'endConversationsOf' | 'knocks' | 'notifyPartners'
  >
  defences: Pick<Defences, 'underageDetector'>
  inbox: Pick<Inbox, 'deleteReminders' | 'markReminderRead' | 'notify'>
  keeping: Pick<Keeping, 'endBetween'>
  knockNotices: KnockNotices
  live: Pick<Live, 'endPerson' | 'endSessions' | 'publish' | 'topics'>
  matching: Pick<Matching, 'block' | 'remove' | 'separate'>
  notices: ReturnType<typeof createDecisionNotices>
  presence: Pick<Presence, 'changed'>
  push: Pick<Push, 'reactions'>
  search: Pick<MemberSearch, 'keepQuietHours'>
  decisionMails: DecisionMails
}

/** Subscribes to every domain event. */
export const subscribeAll = (events: EventBus, domains: Reacting) => subscribe(events, reactionsOf(domains))

/** Every reaction to every domain event, in the order in which the reactions run. */
function reactionsOf(domains: Reacting): Reactions {
  const { bells, billingMails, inbox, keeping, knockNotices, live, matching, presence } = domains
  const { reactions: push } = domains.push
  const accounts = accountReactions(domains.accounts)
  const chat = chatReactions(domains.chat)
  const defences = defenceReactions(domains.defences)
  return {
    userChanged: accounts.userChanged,
    profileWritten: defences.profileWritten,
    interestsChanged: [
      ({ userId, interests }) => presence.changed(userId, interests),
      ({ userId, interests }) => bells.interestsChanged(userId, interests),
    ],
    sessionsRevoked: [({ userId, sessionKeys }) => live.endSessions(userId, sessionKeys)],
    accountClosed: [
      ...chat.accountClosed,
      ({ userId }) => inbox.deleteReminders(userId),
      push.forgetMember,
      ({ userId }) => matching.remove(userId),
      ({ userId }) => live.endPerson(userId),
    ],

    streamAttached: chat.streamAttached,
    streamOpened: chat.streamOpened,
    streamsClosed: chat.streamsClosed,

    messageSent: [...defences.messageSent, push.messageSent],
    missedRead: [({ userId, conversationId }) => inbox.markReminderRead(userId, conversationId)],
    conversationEnded: [({ endedBy, partnerId }) => matching.separate(endedBy, partnerId)],

    ...searchReactions(domains),
    membersKept: [push.membersKept],
    knockArrived: [knockNotices.knockArrived, push.knockArrived],
    knockEnded: [knockNotices.knockEnded, push.knockEnded],
    knockAccepted: [knockNotices.knockAccepted],

    userBlocked: [
      ...chat.userBlocked,
      ({ blockerId, blockedId }) => keeping.endBetween(blockerId, blockedId),
      async ({ blockerId, blockedId }) => {
        await inbox.deleteReminders(blockedId, blockerId)
        await inbox.deleteReminders(blockerId, blockedId)
      },
      ({ blockerId, blockedId }) => matching.block(blockerId, blockedId),
    ],
    userSuspended: [
      ...chat.userSuspended,
      push.forgetMember,
      ({ userId }) => matching.remove(userId),
      ({ userId }) => live.endPerson(userId),
    ],
    ...decisionReactions(domains),
    moderationChanged: [(change) => live.topics.publish('moderation', JSON.stringify(change))],

    premiumGranted: [(grant) => billingMails.receipt(grant)],
    premiumChoicesEnded: [
      ({ userId, premiumUntil }) => inbox.notify(userId, premiumChoicesEnded(premiumUntil), { once: true }),
    ],
  }
}

/** What searches, matches and evenings cause. */
const searchReactions = ({
  bells,
  live,
  push: { reactions: push },
  search,
}: Pick<Reacting, 'bells' | 'live' | 'push' | 'search'>) =>
  ({
    searchBegan: [(began) => bells.searchBegan(began)],
    bellRang: [push.bellRang],
    matchFound: [push.matchFound],
    eveningSoon: [push.eveningSoon],
    searchChanged: [
      ({ userId, state }) => live.publish([userId], { event: 'search_ring', data: state }),
      push.searchChanged,
    ],
    pushPreferencesSaved: [search.keepQuietHours],
  }) satisfies Partial<Reactions>

/** What a moderator's decision causes for the member who learns of it. */
const decisionReactions = ({
  decisionMails,
  notices,
  push: { reactions: push },
}: Pick<Reacting, 'decisionMails' | 'notices' | 'push'>) =>
  ({
    userSanctioned: [(sanction) => decisionMails.sendSanctionMail(sanction)],
    userWarned: [notices.userWarned, push.userWarned],
    reportDecided: [notices.reportDecided, push.reportDecided],
    messageReleased: [notices.messageReleased, push.messageReleased],
    appealDecided: [
      (appeal) => decisionMails.sendAppealMail(appeal),
      notices.appealDecided,
      push.appealDecided,
    ],
  }) satisfies Partial<Reactions>

// The reactions of a domain that tests build without the others.

export const accountReactions = (accounts: Reacting['accounts']) =>
  ({
    userChanged: [({ userId }) => accounts.forgetSessionsOf(userId)],
  }) satisfies Partial<Reactions>

export const defenceReactions = ({ underageDetector }: Reacting['defences']) =>
  ({
    messageSent: [(message) => underageDetector.checkMessage(message)],
    profileWritten: [(profile) => underageDetector.checkProfile(profile)],
  }) satisfies Partial<Reactions>

export const chatReactions = (chat: Reacting['chat']) =>
  ({
    streamAttached: [({ userId }) => chat.departures.streamAttached(userId)],
    streamOpened: [
      ({ userId }) => chat.notifyPartners(userId, 'USER_ONLINE'),
      ({ userId }) => chat.departures.memberCameOnline(userId),
    ],
    streamsClosed: [
      ({ userId }) => chat.notifyPartners(userId, 'USER_OFFLINE'),
      ({ userId }) => chat.departures.memberWentOffline(userId),
    ],
    userBlocked: [
      ({ blockerId, blockedId }) => chat.endConversationBetween(blockerId, blockedId),
      ({ blockerId, blockedId }) => chat.knocks.endBetween(blockerId, blockedId),
    ],
    userSuspended: [
      ({ userId }) => chat.endConversationsOf(userId, 'suspended'),
      ({ userId }) => chat.knocks.endAllOf(userId),
    ],
    accountClosed: [
      ({ userId }) => chat.endConversationsOf(userId, 'resigned'),
      ({ userId }) => chat.knocks.endAllOf(userId),
    ],
  }) satisfies Partial<Reactions>

/** Subscribes each list of reactions to its event. */
export function subscribe(events: EventBus, reactions: Partial<Reactions>): void {
  const add = <Name extends DomainEventName>(name: Name) => {
    for (const reaction of reactions[name] ?? []) events.on(name, reaction)
  }
  for (const name of Object.keys(reactions) as DomainEventName[]) add(name)
}
