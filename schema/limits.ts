/** The numbers of spec §5 and §9 that both sides of the wire need. Durations are milliseconds unless named. */
export const LIMITS = {
  userName: { min: 5, max: 254 },
  password: { min: 8, max: 200 },
  displayName: { min: 5, max: 50 },
  phone: { min: 10, max: 15 },
  interests: { min: 1, max: 10, maxLength: 50 },
  lookingFor: { min: 1, max: 5 },
  age: { min: 18, max: 100 },
  message: { max: 4000 },
  reportReason: { max: 2000 },
  resetCode: { min: 6 },
  /** Days of history that a free member sees. */
  freeHistoryDays: 30,
  /** Hours after its end for which a chat is listed, so that its partner can be reported or blocked. */
  recentChatHours: 24,
  pageSize: 10,
  maxPageSize: 100,
  suggestions: 8,
} as const

/** Sent with what a page asks for by itself, so that an unattended page does not keep a staff session alive. */
export const BACKGROUND_HEADER = 'x-background-request'

export const TIMING = {
  sessionFresh: 30_000,
  sessionRefetch: 60_000,
  searchPoll: 4_000,
  searchPollSlow: 8_000,
  /** Polls before the slower pace and the interests hint. */
  searchPollsBeforeSlow: 10,
  typingThrottle: 1_000,
  typingAutoStop: 3_000,
  streamReconnect: 5_000,
  streamHeartbeat: 15_000,
  matchRecovery: 10 * 60_000,
  doubleEscape: 2_000,
  forcedLogoutGuard: 2_000,
  rateLimitWindow: 30_000,
  rateLimitErrors: 5,
  toast: 5_000,
  matchToast: 2_000,
  leaveGrace: 10_000,
  ticketSeenWithin: 15_000,
  rematchAfter: 30 * 60_000,
  checkoutPreload: 1_000,
  statusCheckDelay: 3_000,
  confirmationShown: 1_500,
  paymentRedirect: 3_000,
  processingWindow: 30_000,
} as const
