/** Everything the app keeps in the browser, by name. */
export const STORAGE_KEYS = {
  token: 'authToken',
  theme: 'ui-theme',
  registerDraft: 'register-draft',
  match: 'last-matched-conversation',
  firstChat: 'first-chat-notice',
} as const
