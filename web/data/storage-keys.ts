/** Everything the app keeps in the browser, by name. The draft is kept in the session's storage, all else in the local one. */
export const STORAGE_KEYS = {
  token: 'authToken',
  theme: 'ui-theme',
  registerDraft: 'register-draft',
  match: 'last-matched-conversation',
  firstChat: 'first-chat-notice',
  locationNotice: 'location-notice',
} as const
