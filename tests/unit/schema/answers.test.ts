import { describe, expect, it } from 'vitest'
import { LIVE_EVENTS } from '#schema/events.ts'
import { ROUTES, type Route, type RouteName } from '#schema/routes.ts'
import { optionalFields, untypedFields } from '../../kit/model-fields.ts'
import { PUSH_ANSWERS } from '../../kit/push-answers.ts'
import { SEARCH } from '../../kit/search-answer.ts'
import { aConversation, aMessage, aUser, CHAT, ME, PARTNER } from '../web-state/kit.ts'

const TIME = '2026-11-20T12:00:00.000Z'
const ANOTHER_ID = '01999999-0000-7000-8000-0000000000f1'

const page = (element: unknown) => ({ elements: [element], totalPages: 3, totalElements: 21, last: false })
const DONE = { success: true }
const DONE_WITH_MESSAGE = { success: true, message: 'Sent.' }
const VERIFIED = { success: true, message: 'Email verification successful!' }
const MESSAGE = aMessage(1, { clearedBy: [ME], clientMessageId: 'key-1' })
const CONVERSATION = aConversation({ lastMessageTime: TIME, lastSentMessage: 'Hello' })
const PASSKEY_REQUEST = { challenge: 'c1', rpId: 'a.test', timeout: 600_000, userVerification: 'required' }
const PLACE = { city: 'Pune', state: 'Maharashtra', country: 'India' }
const ORDER = {
  id: ANOTHER_ID,
  orderId: 'order_1',
  amount: 120,
  currency: 'USD',
  paymentProvider: 'paypal',
  approveUrl: 'https://paypal.test/approve',
  charged: { amount: 110, currency: 'EUR' },
}
const PAYMENT_STATUS = { premiumActivated: true, status: 'completed', message: 'Premium is active.' }
const NEARBY = {
  id: PARTNER,
  displayName: 'Juniper',
  interests: ['Jazz'],
  city: 'Pune',
  state: 'Maharashtra',
  age: 31,
  gender: 'Female',
}
const ADMIN_USER = {
  id: ME,
  userName: 'anika@example.com',
  displayName: 'Anika',
  gender: 'Female',
  age: 31,
  ...PLACE,
  role: 'MODERATOR',
  premiumUser: true,
  active: true,
  emailVerified: true,
  created: TIME,
  lastSeen: TIME,
}
const LAUNCH_ENTRY = {
  id: ANOTHER_ID,
  email: 'ben@example.com',
  ipAddress: '203.0.113.7',
  userAgent: 'Mozilla/5.0',
  timestamp: TIME,
  notified: true,
  notifiedAt: TIME,
  ...PLACE,
}
const LEAVING = { conversationId: CHAT, userId: PARTNER, reason: 'resigned' }
const RECEIPT = { conversationId: CHAT, userId: PARTNER, read: true, through: ANOTHER_ID }
const TYPING = { conversationId: CHAT, userId: PARTNER, isTyping: true }
const NOTIFICATION = {
  id: ANOTHER_ID,
  userId: ME,
  kind: 'notice',
  heading: 'Welcome',
  body: 'Say hello.',
  created: TIME,
  read: false,
  path: '/',
  userData: { plan: 'weekly' },
  image: '/icon.png',
  candidateId: PARTNER,
  conversationId: CHAT,
}
const KNOCK = {
  id: ANOTHER_ID,
  userId: PARTNER,
  displayName: 'Juniper',
  age: 31,
  gender: 'Female',
  sharedInterests: ['Jazz'],
  again: true,
  created: TIME,
  expires: TIME,
}
const KEPT = {
  userId: PARTNER,
  conversationId: CHAT,
  displayName: 'Juniper',
  age: 31,
  gender: 'Female',
  interests: ['Jazz'],
  online: true,
  hidesPresence: false,
  note: 'The one with the lighthouse',
  since: TIME,
}
const FIGURES = {
  onlineUsersWithCommonInterest: 4,
  nearByUsers: 2,
  conversationCount: 1,
  unreadNotifications: 3,
}

/** An answer of each route, by status, and the optional fields in it. */
const ANSWERS: [RouteName, number, unknown, string[]?][] = [
  ['getSession', 200, { user: aUser(), ...FIGURES }],
  ['login', 200, { token: 'token-1', user: aUser(), reopened: true }, ['reopened']],
  ['requestPasskey', 200, PASSKEY_REQUEST],
  ['loginByPasskey', 200, { token: 'token-1', user: aUser(), reopened: true }, ['reopened']],
  ['register', 200, { token: 'token-1', user: aUser(), reopened: true }, ['reopened']],
  ['logout', 200, DONE],
  ['resendVerification', 200, VERIFIED],
  ['verifyEmail', 200, VERIFIED],
  ['checkRegistrationRemoval', 200, { possible: true }],
  ['removeRegistration', 200, VERIFIED],
  ['updateProfile', 200, aUser()],
  [
    'recordVisit',
    200,
    { id: ANOTHER_ID, visitorId: ME, profileOwnerId: ME, visitTime: TIME, visitType: 'login' },
  ],
  ['requestPasswordReset', 200, DONE_WITH_MESSAGE],
  ['validateResetToken', 200, { valid: true, message: 'Choose a new password.' }],
  ['confirmReset', 200, DONE_WITH_MESSAGE],
  ['changeAfterReset', 200, DONE_WITH_MESSAGE],
  ['verifyResetCode', 200, { resetToken: 'reset-1', token: 'reset-1' }],
  ['finishReset', 200, DONE_WITH_MESSAGE],
  ['findMatch', 200, CONVERSATION],
  ['findMatch', 202, { status: 'searching', waitingSeconds: 8 }],
  ['cancelSearch', 200, DONE],
  ['getSearch', 200, SEARCH, ['evening', 'exchange']],
  ['ringMe', 200, SEARCH, ['evening', 'exchange']],
  ['getExpectedWait', 200, { interest: 'Jazz', withinMinutes: null, betterAt: TIME }],
  ['startConversation', 200, CONVERSATION],
  ['listNearby', 200, page(NEARBY)],
  ['currentConversation', 200, CONVERSATION],
  ['listConversations', 200, page(CONVERSATION)],
  ['listMessages', 200, page(MESSAGE)],
  ['sendMessage', 200, MESSAGE],
  ['setTyping', 200, DONE],
  ['markDelivered', 200, DONE],
  ['markRead', 200, DONE],
  ['clearConversation', 200, DONE],
  ['resign', 200, DONE],
  ['disconnect', 200, DONE],
  [
    'getPartner',
    200,
    {
      id: PARTNER,
      displayName: 'Juniper',
      interests: ['Jazz'],
      age: 31,
      gender: 'Male',
      lookingFor: ['Dating'],
      languages: ['mr', 'hi'],
      learning: ['fr'],
      online: true,
    },
  ],
  ['reportUser', 200, DONE],
  ['blockUser', 200, DONE],
  ['unblockUser', 200, DONE],
  ['listEvenings', 200, { elements: [] }],
  ['remindOfEvening', 200, DONE],
  ['forgetEvening', 200, DONE],
  ['askToKeep', 200, DONE],
  ['takeBackKeep', 200, DONE],
  ['listKept', 200, { elements: [KEPT], last: false }],
  ['updateKept', 200, KEPT],
  ['letGo', 200, DONE],
  ['listKnocks', 200, { elements: [KNOCK] }],
  ['acceptKnock', 200, CONVERSATION],
  ['declineKnock', 200, DONE],
  ['allowKnocks', 200, DONE],
  [
    'getPaymentOptions',
    200,
    {
      testMode: true,
      card: { keyId: 'key-1', script: 'https://card.test/checkout.js' },
      paypal: true,
      freeConversationsADay: 20,
    },
  ],
  ['createSimpleOrder', 200, ORDER, ['approveUrl', 'charged']],
  ['createOrder', 200, ORDER, ['approveUrl', 'charged']],
  ['getPaymentStatus', 200, PAYMENT_STATUS],
  ['capturePayment', 200, { success: 'true', message: 'Premium is active.' }],
  ['subscribe', 200, { success: true, ...PAYMENT_STATUS }],
  ['capturePaypalOrder', 200, { success: false, error: 'Declined.' }, ['error']],
  ['razorpayWebhook', 200, DONE],
  ['paypalWebhook', 200, DONE],
  [
    'listTransactions',
    200,
    [
      {
        id: ANOTHER_ID,
        status: 'completed',
        description: 'Premium, Weekly',
        type: 'payment',
        date: TIME,
        amount: 49_900,
        currency: 'INR',
      },
    ],
  ],
  ['getSubscription', 200, { isPremium: true, premiumValidity: TIME, premiumCancelled: false }],
  ['cancelSubscription', 200, DONE],
  ['downloadExport', 200, { name: 'export.zip', size: 4, content: (async function* () {})() }],
  ...PUSH_ANSWERS,
  [
    'getAdminStats',
    200,
    { responseData: { totalUsers: 9, totalNotifications: 8, notifiedCount: 3, pendingCount: 5 } },
  ],
  ['listAdminUsers', 200, { responseData: [ADMIN_USER], totalElements: 1 }],
  ['listLaunchNotifications', 200, { responseData: [LAUNCH_ENTRY], totalElements: 1 }],
  ['notifyLaunchList', 200, { responseData: { notified: 5 } }],
  ['joinLaunchList', 200, DONE_WITH_MESSAGE],
  ['unsubscribe', 200, DONE],
  ['getMissedMails', 200, { wanted: true }],
  ['chooseMissedMails', 200, { wanted: false }],
]

describe('the answer of a route', () => {
  it.each(ANSWERS)(
    'requires each field with its type: %s with status %i',
    (name, status, answer, optional) => {
      const { responses }: Route = ROUTES[name]
      const model = responses[status]
      if (!model) throw new Error(`${name} has no answer with the status ${status}`)
      expect(model.parse(answer)).toEqual(answer)
      expect(untypedFields(model, answer)).toEqual([])
      expect(optionalFields(model, answer)).toEqual(optional ?? [])
    },
  )

  it('exists for each route and status', () => {
    const declared = Object.entries<Route>(ROUTES).flatMap(([name, { responses }]) =>
      Object.keys(responses).map((status) => `${name} ${status}`),
    )
    expect(ANSWERS.map(([name, status]) => `${name} ${status}`)).toEqual(declared)
  })

  it('drops fields outside the model', () => {
    const { responses } = ROUTES.getPartner
    const [, , partner] = ANSWERS.find(([name]) => name === 'getPartner') ?? []
    expect(responses[200].parse({ ...Object(partner), latitude: 18.5 })).toEqual(partner)
  })

  it.each([null, {}, undefined, 'text'])('needs readable content in a file: not %j', (content) => {
    const model = ROUTES.downloadExport.responses[200]
    expect(model.safeParse({ name: 'export.zip', size: 4, content }).success).toBe(false)
  })

  it('contains success true when it confirms a call', () => {
    for (const model of [ROUTES.logout.responses[200], ROUTES.subscribe.responses[200]])
      expect(model.safeParse({ ...DONE, ...PAYMENT_STATUS, success: false }).success).toBe(false)
  })
})

const EVENTS: [keyof typeof LIVE_EVENTS, unknown, string[]?][] = [
  ['ready', {}],
  ['new_chat_message', MESSAGE],
  ['match_found', CONVERSATION],
  ['typing_status', TYPING],
  ['TYPING_EVENT', TYPING],
  ['message_receipt', RECEIPT],
  ['conversation_disconnected', LEAVING],
  ['USER_ONLINE', { userId: PARTNER }],
  ['USER_OFFLINE', { userId: PARTNER }],
  ['notification', NOTIFICATION, ['userData.plan']],
  ['knock', { ...KNOCK, waiting: true }],
  ['kept', { ...KEPT, kept: true }],
  ['search_ring', SEARCH, ['evening', 'exchange']],
  ['resync', {}],
  ['session_ended', { message: 'Suspended.', code: 'SUSPENDED' }, ['code']],
]

describe('an event of the live stream', () => {
  it.each(EVENTS)('requires each field with its type: %s', (name, data, optional) => {
    const model = LIVE_EVENTS[name]
    expect(model.parse(data)).toEqual(data)
    expect(untypedFields(model, data)).toEqual([])
    expect(optionalFields(model, data)).toEqual(optional ?? [])
  })

  it('bears one of these names', () => {
    expect(EVENTS.map(([name]) => name)).toEqual(Object.keys(LIVE_EVENTS))
  })
})
