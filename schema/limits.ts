/** The limits of spec §5 and §9 that clients and the server need. Durations are in milliseconds unless noted. */
export const LIMITS = {
  userName: { min: 5, max: 254 },
  password: { min: 8, max: 200 },
  displayName: { min: 5, max: 50 },
  phone: { min: 10, max: 15 },
  interests: { min: 1, max: 10, maxLength: 50 },
  lookingFor: { min: 1, max: 5 },
  /** The languages that a member may name. */
  languages: { max: 8 },
  /** The languages that a member may learn. A search for an exchange reads places for each, with each spoken one. */
  learning: { max: 3 },
  age: { min: 18, max: 100 },
  message: { max: 4000 },
  reportReason: { max: 2000 },
  resetCode: { min: 6 },
  /** Days of history for free members. */
  freeHistoryDays: 30,
  /** Hours for which an ended chat is listed, to report or block the partner. */
  recentChatHours: 24,
  /** Hours until a knock expires, and between two knocks of one member on another. */
  knockHours: 24,
  /** How many knocks of a member may wait at once, and how many are listed for the member they are for. */
  waitingKnocks: 20,
  /** Hours after the end of a chat in which a member may ask to keep in touch. */
  keepHours: 24,
  /** How many people a free member keeps in touch with, or asked to. */
  keptFree: 10,
  /** A member's note about a person they keep. */
  keptNote: { max: 200 },
  /** How many browsers of a member get push messages. A further one takes the place of the oldest. */
  pushDevices: 12,
  /** How many visible pages of a member the server keeps. A further one takes the place of the oldest. */
  visiblePages: 24,
  /** The home screen shows no higher number of members online. */
  onlineCount: 999,
  /** The searches of fewer different members are never shown, not even as a sum. */
  searchWaitMembers: 20,
  /** How long an evening lasts at most in hours, how often it repeats, and how many coming ones are listed for members. */
  evenings: { hours: 12, times: 52, listed: 6 },
  /** A bell rings only where at least so many other members could be the one who is searching. */
  bellPeople: 3,
  pageSize: 10,
  maxPageSize: 100,
  suggestions: 8,
} as const

/** The header of background requests, which do not keep a staff session alive. */
export const BACKGROUND_HEADER = 'x-background-request'

export const TIMING = {
  sessionFresh: 30_000,
  sessionRefetch: 60_000,
  searchPoll: 4_000,
  searchPollSlow: 8_000,
  /** Polls before polling slows down and the interests hint appears. */
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
  /** How long a report that a page is visible lasts, and how often a visible page repeats it. */
  visiblePage: 150_000,
  visiblePageRepeat: 60_000,
  ticketSeenWithin: 15_000,
  /** Hidden tabs run their timers once a minute. */
  ticketSeenWithStream: 90_000,
  /** From the end of a conversation. */
  rematchAfter: 30 * 60_000,
  /** From one ring of an interest bell to the next. */
  bellRests: 24 * 60 * 60_000,
  /** How long a search goes on in a closed app. */
  ringSearch: 2 * 60 * 60_000,
  /** How long two members who were found have to come. */
  ringFor: 60_000,
  /** How long a member who did not come is not rung again. */
  ringPause: 30 * 60_000,
  /** How long a member sees that they missed a ring. */
  ringMissedFor: 24 * 60 * 60_000,
  checkoutPreload: 1_000,
  statusCheckDelay: 3_000,
  confirmationShown: 1_500,
  paymentRedirect: 3_000,
  processingWindow: 30_000,
} as const
