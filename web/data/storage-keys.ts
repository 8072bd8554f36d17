import { START_KEYS } from './start-keys.ts'

/**
 * The keys of everything the app stores in the browser: drafts and unsent texts in the session storage, all else in the local
 * storage.
 */
export const STORAGE_KEYS = {
  ...START_KEYS,
  /** Set while the server has not ended a session that this browser has left. */
  ending: 'session-ending',
  /** The version of the app that was reloaded because a screen was gone. */
  reloaded: 'reloaded-version',
  theme: 'ui-theme',
  registerDraft: 'register-draft',
  /** The answer to the first page's question. */
  firstInterest: 'first-interest',
  /** Begins the key of each text that is written on a page and not sent yet. */
  unsentText: 'unsent-text',
  match: 'last-matched-conversation',
  firstChat: 'first-chat-notice',
  firstMinute: 'first-minute-notice',
  /** The members who have seen their own card. */
  ownCard: 'own-card-notice',
  locationNotice: 'location-notice',
  /** `on` once the member wants notifications of matches in this browser. */
  matchNotifications: 'match-notifications',
  /** The id of the member who gets push messages in this browser. */
  push: 'push-messages',
  /** The members who have answered the offer of push messages. */
  pushOffer: 'push-offer',
  /** Set in the tab by a login with the password, until a passkey was offered. */
  passwordLogin: 'password-login',
  /** What members have answered to the offer of a passkey, and until when. */
  passkeyOffer: 'passkey-offer',
  /** The id of a member, and of their good conversations since the last offer to install the app. */
  goodConversations: 'good-conversations',
  /** What members have answered to the offer to install the app, and until when. */
  installOffer: 'install-offer',
  /** When the member missed a partner who was found, once they have dismissed the line about it. */
  ringMissed: 'ring-missed',
  /** `off` when Shift pressed three times does nothing in this browser. */
  quietKeys: 'quiet-exit-keys',
} as const
