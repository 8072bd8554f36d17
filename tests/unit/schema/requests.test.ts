import { describe, expect, it } from 'vitest'
import {
  appealDecision,
  appealRequest,
  auditLogFilter,
  bulkDismissal,
  decision,
  newNote,
  reversal,
} from '#schema/moderation.ts'
import { newPasswordForm, resetRequestForm } from '#schema/password.ts'
import { proof } from '#schema/proof.ts'
import { ROUTES, type Route, type RouteName } from '#schema/routes.ts'
import { optionalFields, untypedFields } from '../../kit/model-fields.ts'
import { CHAT, ME, PARTNER } from '../web-state/kit.ts'

const ADDRESS = 'asha@example.com'
const PASSWORD = 'Monsoon-2026'
const ID = '01999999-0000-7000-8000-0000000000f1'

const LOCATION = { latitude: '18.52', longitude: '73.85', accuracy: '30' }
const EACH_OF_LOCATION = Object.keys(LOCATION)
const LINK = { code: 'code-1', email: ADDRESS }
const PASSKEY = {
  id: 'a1',
  rawId: 'a1',
  type: 'public-key',
  response: { clientDataJSON: 'a1', authenticatorData: 'a1', signature: 'a1', userHandle: 'a1' },
}
const PUSH_SUBSCRIPTION = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
  p256dh: `B${'a'.repeat(86)}`,
  auth: 'a'.repeat(22),
}
const QUIET_HOURS = { from: '22:00', until: '07:30', timeZone: 'Asia/Kolkata' }
const SEARCH = { 'search-id': 'search_1-a' }
const PAGE = { pageNumber: 2, size: 25, paginated: 'true' }
const EACH_OF_PAGE = Object.keys(PAGE)
const ADMIN_LIST = { before: ID, pageNumber: '2', size: '50', search: 'asha' }
const NEW_PASSWORD = { userName: ADDRESS, passwordResetToken: 'reset-1', newPassword: PASSWORD }
const PRICE = { currency: 'USD', amount: 599 }
const PAYMENT = { paymentId: 'pay_1' }
const UNSUBSCRIBE = { user: ME, token: 'token-1' }
const WEBHOOK = { 'x-signature': 'a1' }

/** The parts of each route's request, and their optional fields. */
const REQUESTS: [RouteName, 'params' | 'query' | 'headers' | 'body', unknown, string[]?][] = [
  ['getSession', 'headers', LOCATION, EACH_OF_LOCATION],
  ['login', 'body', { userName: ADDRESS, password: PASSWORD, code: '123456' }, ['code']],
  ['loginByPasskey', 'body', PASSKEY],
  ['register', 'headers', LOCATION, EACH_OF_LOCATION],
  [
    'register',
    'body',
    {
      userName: ADDRESS,
      password: PASSWORD,
      displayName: 'Asha who hikes',
      phone: '+919822012345',
      interests: ['Jazz'],
      nearBy: true,
      gender: 'Female',
      age: 31,
      lookingFor: ['Friendship'],
      latitude: 18.52,
      longitude: 73.85,
    },
    ['nearBy', 'latitude', 'longitude'],
  ],
  ['resendVerification', 'body', ADDRESS],
  ['verifyEmail', 'query', LINK],
  ['checkRegistrationRemoval', 'query', LINK],
  ['removeRegistration', 'body', LINK],
  [
    'updateProfile',
    'body',
    {
      id: ME,
      displayName: 'Asha',
      interests: 'Jazz,Tea',
      lookingFor: ['Dating'],
      languages: 'en,mr',
      nearBy: true,
      age: 31,
      filterByGender: 'male',
    },
    ['languages', 'nearBy', 'filterByGender'],
  ],
  [
    'recordVisit',
    'body',
    {
      profileOwnerId: ME,
      visitType: 'register',
      location: { latitude: 18.52, longitude: 73.85, accuracy: 30 },
    },
    ['location', 'location.accuracy'],
  ],
  ['requestPasswordReset', 'body', { user: ADDRESS, origin: 'https://app.test' }],
  ['validateResetToken', 'query', { token: 'reset-1' }],
  ['confirmReset', 'body', { token: 'reset-1', newPassword: PASSWORD }],
  ['changeAfterReset', 'body', NEW_PASSWORD],
  ['verifyResetCode', 'query', { userName: ADDRESS, resetCode: '123456' }],
  ['finishReset', 'body', NEW_PASSWORD],
  ['findMatch', 'query', { evening: ID, exchange: 'true' }, ['evening', 'exchange']],
  ['findMatch', 'headers', SEARCH, ['search-id']],
  ['cancelSearch', 'headers', SEARCH, ['search-id']],
  ['ringMe', 'body', { on: true, appNotifies: true }, ['appNotifies']],
  ['startConversation', 'body', { secondUser: PARTNER }],
  ['listNearby', 'body', { ...PAGE, filterBy: 'female' }, [...EACH_OF_PAGE, 'filterBy']],
  ['currentConversation', 'params', { id: CHAT }],
  ['listConversations', 'body', PAGE, EACH_OF_PAGE],
  ['listMessages', 'body', { ...PAGE, id: CHAT, before: ID }, [...EACH_OF_PAGE, 'before']],
  ['sendMessage', 'headers', { time: '2026-11-20T12:00:00.000Z' }, ['time']],
  [
    'sendMessage',
    'body',
    { conversationId: CHAT, message: 'Hello', clientMessageId: 'key-1', confirmed: true },
    ['clientMessageId', 'confirmed'],
  ],
  ['setTyping', 'params', { isTyping: 'true' }],
  ['setTyping', 'body', { conversationId: CHAT, targetUser: PARTNER }, ['targetUser']],
  ['markDelivered', 'params', { id: CHAT }],
  ['markRead', 'params', { id: CHAT }],
  ['clearConversation', 'params', { id: CHAT }],
  ['resign', 'params', { id: CHAT }],
  [
    'resign',
    'query',
    { resetPartner: 'true', unload: 'false', openedAt: '2026-11-20T12:00:00.000Z' },
    ['resetPartner', 'unload', 'openedAt'],
  ],
  ['disconnect', 'params', { id: CHAT }],
  ['disconnect', 'body', { userId: ME }, ['userId']],
  ['getPartner', 'params', { partnerId: PARTNER }],
  ['reportUser', 'body', { reportedUserId: PARTNER, reason: 'Threats' }],
  ['blockUser', 'body', { userId: PARTNER }],
  ['unblockUser', 'params', { userId: PARTNER }],
  ['remindOfEvening', 'params', { id: ID }],
  ['forgetEvening', 'params', { id: ID }],
  ['askToKeep', 'params', { id: CHAT }],
  ['takeBackKeep', 'params', { id: CHAT }],
  ['listKept', 'query', { pageNumber: '1', size: '20' }, ['pageNumber', 'size']],
  ['updateKept', 'params', { userId: PARTNER }],
  ['updateKept', 'body', { note: 'Lighthouse', hidesPresence: true }, ['note', 'hidesPresence']],
  ['letGo', 'params', { userId: PARTNER }],
  ['acceptKnock', 'params', { id: ID }],
  ['declineKnock', 'params', { id: ID }],
  ['declineKnock', 'body', { forever: true }, ['forever']],
  ['allowKnocks', 'params', { userId: PARTNER }],
  ['createSimpleOrder', 'headers', { origin: 'https://app.test' }, ['origin']],
  ['createSimpleOrder', 'body', PRICE],
  ['createOrder', 'headers', { origin: 'https://app.test' }, ['origin']],
  ['createOrder', 'body', PRICE],
  ['getPaymentStatus', 'params', PAYMENT],
  ['capturePayment', 'params', PAYMENT],
  ['subscribe', 'params', { plan: 'weekly' }],
  ['subscribe', 'body', PAYMENT],
  ['capturePaypalOrder', 'body', { orderId: 'order_1' }],
  ['razorpayWebhook', 'headers', WEBHOOK, ['x-signature']],
  ['razorpayWebhook', 'body', '{"event":"payment.captured"}'],
  ['paypalWebhook', 'headers', WEBHOOK, ['x-signature']],
  ['paypalWebhook', 'body', '{"event_type":"PAYMENT.CAPTURE.COMPLETED"}'],
  ['downloadExport', 'params', { id: ID }],
  ['downloadExport', 'body', { password: 'Monsoon-2026' }],
  ['setInterestBell', 'body', { interest: 'Jazz', on: true }],
  ['subscribeToPush', 'body', PUSH_SUBSCRIPTION],
  ['removePushDevice', 'params', { id: ID }],
  ['savePushPreferences', 'body', { kinds: ['message'], showsNames: true, quietHours: QUIET_HOURS }],
  ['reportVisibility', 'body', { page: ID, visible: true }],
  ['listAdminUsers', 'query', ADMIN_LIST, Object.keys(ADMIN_LIST)],
  ['listLaunchNotifications', 'query', ADMIN_LIST, Object.keys(ADMIN_LIST)],
  ['joinLaunchList', 'headers', LOCATION, EACH_OF_LOCATION],
  ['joinLaunchList', 'body', { email: ADDRESS }],
  ['unsubscribe', 'query', UNSUBSCRIBE],
  ['unsubscribe', 'body', 'List-Unsubscribe=One-Click'],
  ['getMissedMails', 'query', UNSUBSCRIBE],
  ['chooseMissedMails', 'body', { ...UNSUBSCRIBE, wanted: true }],
]
const PARTS = ['params', 'query', 'headers', 'body'] as const

describe('a request', () => {
  it.each(REQUESTS)('requires each field with its type: %s, its %s', (name, part, value, optional) => {
    const route: Route = ROUTES[name]
    const model = route[part]
    if (!model) throw new Error(`${name} takes no ${part}`)
    expect(model.safeParse(value).error).toBeUndefined()
    expect(untypedFields(model, value)).toEqual([])
    expect(optionalFields(model, value)).toEqual(optional ?? [])
  })

  it('consists of these parts for each route', () => {
    const declared = Object.entries<Route>(ROUTES).flatMap(([name, route]) =>
      PARTS.filter((part) => route[part]).map((part) => `${name} ${part}`),
    )
    expect(REQUESTS.map(([name, part]) => `${name} ${part}`)).toEqual(declared)
  })

  it('may have another type than JSON where third-party clients send one', () => {
    const typed = Object.entries<Route>(ROUTES).filter(([, { bodyType }]) => bodyType)
    expect(typed.map(([name, { bodyType }]) => `${name} ${bodyType}`)).toEqual([
      'resendVerification text',
      'disconnect beacon',
      'razorpayWebhook text',
      'paypalWebhook text',
      'unsubscribe text',
    ])
  })

  it('may come from any page where a signature or a token proves it', () => {
    const open = Object.entries<Route>(ROUTES).filter(([, { anyPage }]) => anyPage)
    expect(open.map(([name]) => name)).toEqual(['razorpayWebhook', 'paypalWebhook', 'unsubscribe'])
  })

  it('gets a file only from the download of an export', () => {
    const files = Object.entries<Route>(ROUTES).filter(([, { answerType }]) => answerType)
    expect(files.map(([name, { answerType }]) => [name, answerType])).toEqual([
      ['downloadExport', 'application/zip'],
    ])
  })
})

const CHALLENGE = {
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    cost: 1000,
    expiresAt: 1_760_000_000,
    keyLength: 32,
    keyPrefix: '00',
    keySignature: 'a1',
    nonce: 'b2',
    salt: 'c3',
  },
  signature: 'd4',
}
const FILTER = {
  userId: ME,
  actorId: PARTNER,
  automatic: false,
  from: new Date(0),
  until: new Date(1),
  search: 'ban',
}

describe('a form or an operation', () => {
  it.each([
    ['dismissing a report', decision, { kind: 'DISMISS', reason: 'Nothing wrong' }, []],
    ['warning a member', decision, { kind: 'WARN', reason: 'Insults' }, []],
    ['suspending a member', decision, { kind: 'SUSPEND', reason: 'Insults', days: 7 }, []],
    ['banning a member', decision, { kind: 'BAN', reason: 'Threats' }, []],
    ['reversing a decision', reversal, { id: ID, reason: 'A mistake' }, []],
    ['appealing', appealRequest, { actionId: ID, text: 'It was a joke' }, []],
    ['deciding an appeal', appealDecision, { id: ID, reverse: true, answer: 'You are right' }, []],
    ['dismissing several reports', bulkDismissal, { ids: [ID], reason: 'Nothing wrong' }, []],
    ['noting something', newNote, { userId: ME, reportId: ID, text: 'Warned before' }, []],
    ['filtering the audit log', auditLogFilter, FILTER, Object.keys(FILTER)],
    ['asking for a reset', resetRequestForm, { user: ADDRESS }, []],
    ['choosing a password', newPasswordForm, { newPassword: PASSWORD, confirmPassword: PASSWORD }, []],
    ['proving work', proof, { challenge: CHALLENGE, solution: { counter: 0, derivedKey: 'e5' } }, []],
  ])('requires each of its fields with its type: %s', (_, model, value, optional) => {
    expect(model.safeParse(value).data).toEqual(value)
    expect(untypedFields(model, value)).toEqual([])
    expect(optionalFields(model, value)).toEqual(optional)
  })
})
