import { describe, expect, it } from 'vitest'
import { adminListQuery, launchSignUp } from '#schema/admin.ts'
import { orderRequest, paymentParams, paypalCaptureRequest, subscribeRequest } from '#schema/billing.ts'
import { report, searchId, sendMessage } from '#schema/chat.ts'
import { oneClick, unsubscribeLink } from '#schema/missed-mails.ts'
import {
  newPasswordForm,
  resetByToken,
  resetCodeForm,
  resetPassword,
  resetRequest,
} from '#schema/password.ts'
import { profileForm, profileUpdate, profileVisit } from '#schema/profile.ts'
import { registration } from '#schema/registration.ts'
import { ROUTES } from '#schema/routes.ts'
import { storable } from '#schema/text.ts'
import { CHAT, ME } from '../web-state/kit.ts'
import { issuesOf } from './issues.ts'

const letters = (count: number) => 'x'.repeat(count)
const PASSWORD = 'Monsoon-2026'
const ADDRESS = 'asha@example.com'
const PROFILE = { id: ME, displayName: 'Asha', interests: ['Jazz'], lookingFor: ['Dating'], age: 31 }
const REGISTRATION = {
  userName: ADDRESS,
  password: PASSWORD,
  displayName: 'Asha who hikes',
  phone: '+919822012345',
  interests: ['Jazz'],
  gender: 'Female',
  age: 31,
  lookingFor: ['Dating'],
}
const MESSAGE = { conversationId: CHAT, message: 'Hello' }

describe('a refused request', () => {
  it.each([
    ['profile without an id', profileUpdate, { ...PROFILE, id: undefined }, 'id: User ID is required'],
    ['profile with an empty id', profileUpdate, { ...PROFILE, id: '' }, 'id: User ID is required'],
    [
      'profile without a display name',
      profileUpdate,
      { ...PROFILE, displayName: undefined },
      'displayName: Display name is required',
    ],
    [
      'profile with a display name of invisible characters',
      profileUpdate,
      { ...PROFILE, displayName: '\u200b\u200d' },
      'displayName: Display name is required',
    ],
    [
      'profile with a display name that is too long',
      profileUpdate,
      { ...PROFILE, displayName: letters(51) },
      'displayName: Display name cannot exceed 50 characters',
    ],
    [
      'profile with a control character in the display name',
      profileUpdate,
      { ...PROFILE, displayName: 'As\u0007ha' },
      'displayName: Display name cannot contain control characters',
    ],
    [
      'profile whose lowest age is above the highest',
      profileUpdate,
      { ...PROFILE, minPartnerAge: 41, maxPartnerAge: 40 },
      'maxPartnerAge: The highest age cannot be below the lowest',
    ],
    [
      'profile form whose lowest age is above the highest',
      profileForm,
      { ...PROFILE, age: '31', minPartnerAge: '41', maxPartnerAge: ' 40 ' },
      'maxPartnerAge: The highest age cannot be below the lowest',
    ],
    [
      'profile with a lowest age of a minor',
      profileUpdate,
      { ...PROFILE, minPartnerAge: 17, maxPartnerAge: null },
      'minPartnerAge: Must be at least 18 years old',
    ],
    [
      'profile with a highest age that no member has',
      profileUpdate,
      { ...PROFILE, minPartnerAge: null, maxPartnerAge: 101 },
      'maxPartnerAge: Invalid age',
    ],
    [
      'profile with only one of the two ages',
      profileUpdate,
      { ...PROFILE, minPartnerAge: 20 },
      'maxPartnerAge: Send the lowest and the highest age together',
    ],
    ['profile form without an age', profileForm, { ...PROFILE, age: ' ' }, 'age: Invalid age'],
    [
      'message that is too long',
      sendMessage,
      { ...MESSAGE, message: letters(4001) },
      'message: A message cannot exceed 4000 characters',
    ],
    [
      'message of spaces',
      sendMessage,
      { ...MESSAGE, message: ' \n\t' },
      'message: A message cannot be empty',
    ],
    [
      'message of invisible characters',
      sendMessage,
      { ...MESSAGE, message: '\u200b\u0007' },
      'message: A message cannot be empty',
    ],
    [
      'message with NUL',
      sendMessage,
      { ...MESSAGE, message: 'a\0b' },
      'message: This text contains characters that cannot be stored',
    ],
    [
      'text with half a surrogate pair',
      storable(),
      'a\ud83d',
      ': This text contains characters that cannot be stored',
    ],
    ['search without an id', searchId, '', ': Not the id of a search'],
    [
      'report without a reason',
      report,
      { reportedUserId: ME, reason: ' ' },
      'reason: Please tell us what happened',
    ],
    [
      'report that is too long',
      report,
      { reportedUserId: ME, reason: letters(2001) },
      'reason: A report cannot exceed 2000 characters',
    ],
    [
      'order in an unknown currency',
      orderRequest,
      { currency: 'RUPEE', amount: 1 },
      'currency: Unknown currency',
    ],
    ['order of nothing', orderRequest, { currency: 'INR', amount: 0 }, 'amount: Invalid plan amount'],
    [
      'order of part of a unit',
      orderRequest,
      { currency: 'INR', amount: 0.5 },
      'amount: Invalid plan amount',
    ],
    ['order without an amount', orderRequest, { currency: 'INR' }, 'amount: Invalid plan amount'],
    ['status without a payment id', paymentParams, { paymentId: ' ' }, 'paymentId: Payment ID not received'],
    [
      'status of too long a payment id',
      paymentParams,
      { paymentId: letters(101) },
      'paymentId: Payment ID not received',
    ],
    ['subscription without a payment id', subscribeRequest, {}, 'paymentId: Payment ID not received'],
    [
      'subscription with an empty payment id',
      subscribeRequest,
      { paymentId: ' ' },
      'paymentId: Payment ID not received',
    ],
    ['subscription to an unknown plan', ROUTES.subscribe.params, { plan: 'daily' }, 'plan: Unknown plan'],
    ['PayPal capture without an order', paypalCaptureRequest, {}, 'orderId: Order ID missing'],
    [
      'PayPal capture with an empty order',
      paypalCaptureRequest,
      { orderId: ' ' },
      'orderId: Order ID missing',
    ],
    [
      'launch list entry without an address',
      launchSignUp,
      { email: 'nonsense' },
      'email: Must be a valid email address',
    ],
    [
      'verification mail without an address',
      ROUTES.resendVerification.body,
      'nonsense',
      ': Must be a valid email address',
    ],
    [
      'registration with too long an address',
      registration,
      { ...REGISTRATION, userName: `${letters(250)}@b.io` },
      'userName: Must be a valid email address',
    ],
    [
      'visit at a place whose accuracy is no number',
      profileVisit,
      { profileOwnerId: ME, visitType: 'login', location: { latitude: 1, longitude: 1, accuracy: '30' } },
      'location.accuracy: Invalid accuracy',
    ],
    ['export that has no id', ROUTES.downloadExport.params, { id: '1' }, 'id: Not an id'],
    [
      'export without the password',
      ROUTES.downloadExport.body,
      { password: '' },
      'password: Password is required',
    ],
    ['page behind no id', adminListQuery, { before: '1' }, 'before: Not an id'],
    ['unsubscribe link without a member', unsubscribeLink, { user: '1', token: 'a' }, 'user: Not an id'],
    [
      'unsubscription by another form',
      oneClick,
      'List-Unsubscribe=Two-Clicks',
      ': Expected List-Unsubscribe=One-Click',
    ],
  ])('returns the text for the member for a %s', (_, model, value, message) => {
    expect(issuesOf(model.safeParse(value))).toEqual([message])
  })

  it.each([
    [
      'without an address',
      resetRequest,
      { user: 'nonsense', origin: '/' },
      'user: Please enter a valid email address',
    ],
    [
      'with too long an address',
      resetRequest,
      { user: `${letters(250)}@b.io`, origin: '/' },
      'user: Please enter a valid email address',
    ],
    ['without a token', resetByToken, { newPassword: PASSWORD }, 'token: Reset token is required'],
    [
      'with an empty token',
      resetByToken,
      { token: ' ', newPassword: PASSWORD },
      'token: Reset token is required',
    ],
    [
      'with too short a code',
      resetCodeForm,
      { userName: ADDRESS, resetCode: '12345' },
      'resetCode: Reset code must be at least 6 characters',
    ],
    [
      'with too long a code',
      resetCodeForm,
      { userName: ADDRESS, resetCode: letters(65) },
      'resetCode: This reset code is too long',
    ],
    ['with too short a password', resetPassword, 'Ab1', ': Password must be at least 8 characters'],
    [
      'with too long a password',
      resetPassword,
      `Ab1${letters(198)}`,
      ': Password cannot exceed 200 characters',
    ],
    [
      'without an uppercase letter',
      resetPassword,
      'monsoon-2026',
      ': Password must contain at least one uppercase letter',
    ],
    [
      'without a lowercase letter',
      resetPassword,
      'MONSOON-2026',
      ': Password must contain at least one lowercase letter',
    ],
    ['without a number', resetPassword, 'Monsoon-rain', ': Password must contain at least one number'],
    [
      'with two passwords',
      newPasswordForm,
      { newPassword: PASSWORD, confirmPassword: 'x' },
      'confirmPassword: Passwords do not match',
    ],
  ])('returns the text for the member for a reset %s', (_, model, value, message) => {
    expect(issuesOf(model.safeParse(value))).toEqual([message])
  })

  it('returns both reasons for a new password that is too short and repeated wrongly', () => {
    const form = { newPassword: 'Ab1', confirmPassword: 'x' }
    expect(issuesOf(newPasswordForm.safeParse(form))).toEqual([
      'newPassword: Password must be at least 8 characters',
      'confirmPassword: Passwords do not match',
    ])
  })
})
