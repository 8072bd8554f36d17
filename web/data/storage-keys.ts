/**
 * The keys of everything the app stores in the browser: the draft in the session storage, all else in the local
 * storage.
 */
export const STORAGE_KEYS = {
  token: 'authToken',
  /** Set while the server has not ended a session that this browser has left. */
  ending: 'session-ending',
  theme: 'ui-theme',
  /** The language of the interface that the reader chose, or that of their account. */
  language: 'language',
  registerDraft: 'register-draft',
  match: 'last-matched-conversation',
  firstChat: 'first-chat-notice',
  locationNotice: 'location-notice',
} as const
