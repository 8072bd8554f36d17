/** Those of STORAGE_KEYS that the script before the first paint reads. */
export const START_KEYS = {
  token: 'authToken',
  /** Set by the first login. The first page then opens on the login instead of the registration. */
  hasLoggedIn: 'has-logged-in',
  /** The language of the interface that the reader chose, or that of their account. */
  language: 'language',
  /** Set while the app is hidden: the member has left it quickly and not opened it again. */
  quietExit: 'quiet-exit',
} as const
