import { describe, expect, it } from 'vitest'
import { authResponse, partner, sessionResponse, user, verificationResult } from '#schema/account.ts'
import { adminStats, launchNotification } from '#schema/admin.ts'
import { order, paypalCapture, subscriptionDetails, transaction } from '#schema/billing.ts'
import { conversation, message, messagePage } from '#schema/chat.ts'
import { LIVE_EVENTS } from '#schema/events.ts'
import { nearbyPage, nearbyUser } from '#schema/nearby.ts'
import { notification } from '#schema/notification.ts'
import { newPasswordForm, resetRequestForm, resetTokenAnswer } from '#schema/password.ts'
import { profileUpdate } from '#schema/profile.ts'
import { registration, registrationForm } from '#schema/registration.ts'

/** Each entity of the specification with its fields, as clients receive or send them (spec §3). */
const ENTITIES: [string, { shape: object }, string][] = [
  [
    'user',
    user,
    'id userName displayName name phone city state country interests role active premiumUser nearBy stars emailVerified created lastSeen gender filterByGender age minPartnerAge maxPartnerAge lookingFor languages learning location language',
  ],
  ['session', sessionResponse, 'user onlineUsersWithCommonInterest nearByUsers conversationCount'],
  ['answer to a login', authResponse, 'token user'],
  [
    'conversation',
    conversation,
    'id userId partnerId userDisplayName partnerDisplayName name userActive partnerActive userOnline lastMessageTime lastSentMessage unreadCount',
  ],
  ['message', message, 'id conversationId message time senderId senderName read clearedBy'],
  ['page of messages', messagePage, 'elements totalPages totalElements last'],
  ['nearby user', nearbyUser, 'id displayName interests city state age gender'],
  ['page of nearby users', nearbyPage, 'elements totalElements'],
  ['partner', partner, 'age gender lookingFor languages learning'],
  [
    'notification',
    notification,
    'id heading body created read userId path userData image candidateId conversationId',
  ],
  ['subscription', subscriptionDetails, 'isPremium premiumValidity premiumCancelled'],
  ['transaction', transaction, 'id status description type date amount currency'],
  [
    'registration',
    registration,
    'userName password displayName phone interests nearBy gender age lookingFor latitude longitude language',
  ],
  [
    'profile update',
    profileUpdate,
    'id displayName interests lookingFor nearBy age minPartnerAge maxPartnerAge filterByGender languages learning language',
  ],
  [
    'launch notification',
    launchNotification,
    'id email ipAddress userAgent timestamp notified notifiedAt city state country',
  ],
  ['admin stats', adminStats, 'totalUsers totalNotifications notifiedCount pendingCount'],
  ['order', order, 'id orderId amount currency paymentProvider approveUrl'],
  ['PayPal capture', paypalCapture, 'success error'],
  ['answer to a reset code', resetTokenAnswer, 'resetToken token'],
  ['result of a verification', verificationResult, 'success message'],
]

describe('the entities of the specification', () => {
  // covers: 1-registration, 3-user-fields, 3-session-fields, 3-conversation-and-message-fields
  // covers: 3-nearby-user-fields, 3-notification-fields, 3-payment-fields, 3-admin-fields
  // covers: 3-registration-and-reset-fields
  it.each(ENTITIES)('contain the fields of a %s', (_name, model, fields) => {
    for (const field of fields.split(' ')) expect(Object.keys(model.shape)).toContain(field)
  })

  // covers: 3-user-private-fields
  it('contain neither the password, the position nor a customer number of a member', () => {
    for (const secret of ['password', 'passwordHash', 'latitude', 'longitude', 'stripeCustomerId'])
      expect(Object.keys(user.shape)).not.toContain(secret)
  })

  // covers: 4.3-event-names
  it('include these events', () => {
    expect(Object.keys(LIVE_EVENTS)).toEqual(
      expect.arrayContaining([
        'new_chat_message',
        'match_found',
        'typing_status',
        'TYPING_EVENT',
        'conversation_disconnected',
        'USER_ONLINE',
        'USER_OFFLINE',
      ]),
    )
  })
})

describe('a form', () => {
  const messagesOf = (result: {
    error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined
  }) => Object.fromEntries((result.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))

  const COMPLETE = {
    userName: 'anika@example.com',
    password: 'Monsoon-2026',
    displayName: 'Anika',
    phone: '+919822012345',
    interests: ['Jazz'],
    gender: 'Female',
    age: '18',
    lookingFor: ['Friendship'],
  }

  // covers: 3-registration-drops-terms-accepted, 5-sign-up-defaults
  it('requires the consent for registration, and defaults nearby to off', () => {
    expect(messagesOf(registrationForm.safeParse({ ...COMPLETE, termsAccepted: false }))).toEqual({
      termsAccepted: 'You must accept the Terms & Conditions',
    })
    const accepted = registrationForm.safeParse({ ...COMPLETE, termsAccepted: true })
    expect(accepted.data).toMatchObject({ age: 18, nearBy: false })
    expect(Object.keys(registration.shape)).not.toContain('termsAccepted')
  })

  // covers: 1-adults-only, 5-sign-up-bounds
  it.each([
    ['age', '18', '100'],
    ['displayName', 'Abcde', 'x'.repeat(50)],
    ['phone', '1234567890', '+12345678901234'],
    ['userName', 'a@b.cd', 'anika@example.com'],
  ])('follows the limits of registration for %s: %j and %j', (field, least, most) => {
    for (const value of [least, most]) {
      const result = registrationForm.safeParse({ ...COMPLETE, termsAccepted: true, [field]: value })
      expect(messagesOf(result)).toEqual({})
    }
  })

  // covers: 5-sign-up-bounds
  it('accepts for registration ten interests and all five values of looking-for', () => {
    const lookingFor = ['Friendship', 'Dating', 'Serious Relationship', 'Networking', 'Casual Chat']
    const interests = Array.from({ length: 10 }, (_, n) => `Interest ${n}`)
    const form = { ...COMPLETE, termsAccepted: true, interests, lookingFor }
    expect(messagesOf(registrationForm.safeParse(form))).toEqual({})
  })

  // covers: 5-new-password
  it('requires a new password twice', () => {
    const form = { newPassword: 'Monsoon2026', confirmPassword: 'Monsoon2027' }
    expect(messagesOf(newPasswordForm.safeParse(form))).toEqual({ confirmPassword: 'Passwords do not match' })
    expect(newPasswordForm.safeParse({ ...form, confirmPassword: form.newPassword }).success).toBe(true)
  })

  // covers: 5-reset-request-email
  it('requires a valid email for a reset', () => {
    expect(messagesOf(resetRequestForm.safeParse({ user: 'nobody' }))).toEqual({
      user: 'Please enter a valid email address',
    })
  })
})
