import * as account from './account.ts'
import { EXAMPLE, requestModel, responseModel } from './described-model.ts'
import { LIMITS } from './limits.ts'

export const userModel = responseModel('User', account.user, {
  description: 'The account of the caller. Coordinates never leave the server.',
  fields: {
    userName: 'The email address, which is also the login name.',
    displayName: 'The name that other members see.',
    name: 'Not used: always null. Members have a `displayName`.',
    phone: 'The phone number.',
    city: 'The city of the last known place.',
    state: 'The state of the last known place.',
    country: 'The country of the last known place.',
    location: 'The last known place in one line.',
    active: 'Whether the account is open.',
    premiumUser: 'Whether premium is active.',
    nearBy: 'Whether premium members nearby may see the member.',
    stars: 'Not used: always 0.',
    emailVerified: 'Whether the email address is verified.',
    created: 'When the account was created.',
    lastSeen: 'When the member was last active.',
    filterByGender: 'The only gender that the member is matched with. Null for no filter.',
    age: 'The age in years.',
    minPartnerAge:
      'The youngest age that the member is matched with by a search, 18 to 100. The search never goes below it, and it is free. Null for no limit.',
    maxPartnerAge:
      'The oldest age that the member is matched with by a search, 18 to 100. The search never goes above it, and it is free. Null for no limit.',
    lookingFor: 'What the member is looking for.',
    languages:
      'ISO 639 codes of the languages that the member names. Empty: the language of the account counts.',
    learning: 'ISO 639 codes of the languages that the member wants to learn, without those they speak.',
    language: 'The language of mails and notifications for the member.',
  },
  example: {
    id: EXAMPLE.asha,
    userName: EXAMPLE.email,
    displayName: 'Asha of Pune',
    name: null,
    phone: '+919822012345',
    city: 'Pune',
    state: 'Maharashtra',
    country: 'India',
    location: 'Pune, Maharashtra, India',
    interests: ['Film photography', 'Jazz'],
    role: 'MEMBER',
    active: true,
    premiumUser: false,
    nearBy: false,
    stars: 0,
    emailVerified: true,
    created: EXAMPLE.time,
    lastSeen: EXAMPLE.time,
    gender: 'Female',
    filterByGender: null,
    age: 31,
    minPartnerAge: 25,
    maxPartnerAge: null,
    lookingFor: ['Friendship'],
    languages: ['en', 'mr'],
    learning: ['es'],
    language: 'en',
  },
})

export const partnerModel = responseModel('Partner', account.partner, {
  description: 'A member with whom the caller has a conversation.',
  fields: {
    displayName: userModel.fields.displayName,
    age: userModel.fields.age,
    lookingFor: 'What the partner is looking for.',
    languages:
      'ISO 639 codes of the languages that the partner speaks: those they name, or else the one of their account.',
    learning: 'ISO 639 codes of the languages that the partner wants to learn, without those they speak.',
    online: 'Whether the partner is online now.',
  },
  example: {
    id: EXAMPLE.ben,
    displayName: 'Ben who hikes',
    interests: ['Jazz'],
    age: 34,
    gender: 'Male',
    lookingFor: ['Friendship'],
    languages: ['en', 'hi'],
    learning: ['fr'],
    online: true,
  },
})

export const authResponseModel = responseModel('AuthResponse', account.authResponse, {
  description: 'A new session.',
  fields: {
    token:
      'The session token, for the header `Authorization: Bearer <token>`. The server does not store it, so it cannot be read again.',
    user: 'The account of the session.',
    reopened: 'Whether this login reopened a closed account.',
  },
  example: { token: EXAMPLE.token, user: userModel.example },
})

export const sessionResponseModel = responseModel('SessionResponse', account.sessionResponse, {
  description: 'The account of the caller with the figures of the home screen.',
  fields: {
    user: 'The account of the caller.',
    onlineUsersWithCommonInterest: `The number of online members who share an interest with the caller, without those whom a block separates. Counted up to ${LIMITS.onlineCount}.`,
    nearByUsers: 'The number of members near the caller.',
    conversationCount: 'The number of conversations that the caller can see.',
    unreadNotifications: 'The number of unread notifications. Counted up to 100.',
    hasPushDevice:
      'Whether a browser of the caller gets push messages. Pages then report whether they are visible.',
  },
  example: {
    user: userModel.example,
    onlineUsersWithCommonInterest: 12,
    nearByUsers: 3,
    conversationCount: 7,
    unreadNotifications: 2,
    hasPushDevice: false,
  },
})

export const mailedCodeModel = requestModel('MailedCode', account.mailedCode, {
  description: 'The query of a link in a verification mail.',
  fields: { code: 'The code of the mail.', email: 'The address that the mail was sent to.' },
  example: { code: EXAMPLE.token, email: EXAMPLE.email },
})

export const registrationRemovalCheckModel = responseModel(
  'RegistrationRemovalCheck',
  account.registrationRemovalCheck,
  {
    description: 'Whether a registration can be removed.',
    fields: { possible: 'Whether the code of a mail can still remove an unverified registration.' },
    example: { possible: true },
  },
)

export const verificationResultModel = responseModel('VerificationResult', account.verificationResult, {
  description: 'The outcome of an email verification, or of a request for another mail.',
  fields: { success: 'Whether it succeeded.', message: 'The outcome in a sentence for the member.' },
  example: { success: true, message: 'Your email address is verified.' },
})
