import * as account from '#schema/account.ts'
import { position } from '#schema/location.ts'
import { missedMails, missedMailsChoice } from '#schema/missed-mails.ts'
import { resetByToken, resetOfUser, resetRequest, resetTokenAnswer, tokenCheck } from '#schema/password.ts'
import { passwordConfirmation } from '#schema/privacy.ts'
import { profileUpdate, profileVisit, recordedVisit } from '#schema/profile.ts'
import { login, registration } from '#schema/registration.ts'
import { EXAMPLE, type Model, requestModel, responseModel } from './model.ts'

const PASSWORD = 'Monsoon-2026'
const EMAIL = 'asha@example.com'

const user = {
  id: EXAMPLE.asha,
  userName: EMAIL,
  displayName: 'Asha of Pune',
  name: null,
  phone: '+919822012345',
  city: 'Pune',
  state: 'Maharashtra',
  country: 'India',
  location: 'Pune, Maharashtra, India',
  interests: ['Film photography', 'Jazz'],
  role: 'MEMBER' as const,
  active: true,
  premiumUser: false,
  nearBy: false,
  stars: 0,
  emailVerified: true,
  created: EXAMPLE.time,
  lastSeen: EXAMPLE.time,
  gender: 'Female' as const,
  filterByGender: null,
  age: 31,
  lookingFor: ['Friendship' as const],
  languages: ['en' as const, 'mr' as const],
  language: 'en' as const,
}

const PROFILE = {
  displayName: 'The name that other members see.',
  interests:
    'One to ten interests of 50 characters at most, without commas. Duplicates that differ only in case count once.',
  lookingFor: 'What the member is looking for.',
  nearBy: 'Whether the member appears in lists of people nearby.',
  age: 'Age in years.',
  gender: 'The gender of the member.',
}

const LANGUAGE = 'The language of mails and notifications for the member.'

const NEW_PASSWORD = 'At least 8 characters with an uppercase letter, a lowercase letter and a number.'

export const ACCOUNT_MODELS: readonly Model[] = [
  requestModel('LoginRequest', login, {
    description: 'Email address and password of a member.',
    fields: {
      userName:
        'The email address. Case, surrounding spaces and the script of the domain make no difference.',
      password: 'The password.',
      code: 'Where two-step login is on: a code of the authenticator app, or a recovery code.',
    },
    example: { userName: EMAIL, password: PASSWORD },
  }),
  requestModel('RegistrationRequest', registration, {
    description: 'Everything that a new account needs.',
    fields: {
      ...PROFILE,
      displayName: 'The name that other members see. Surrounding spaces are removed.',
      userName:
        'The email address, which is also the login name. Its domain may be in any script. Stored in lower case with the domain in ASCII; disposable addresses are refused.',
      password: 'At least 8 characters with an uppercase letter, a number and a special character.',
      phone:
        'Phone number: 10 to 15 digits of any script, after an optional plus sign. Spaces, dashes, dots and parentheses are removed first.',
      latitude:
        'Latitude in degrees. Used only together with `longitude`, and instead of the location headers.',
      longitude: 'Longitude in degrees. Used only together with `latitude`.',
      language: `${LANGUAGE} Without it, the header Accept-Language decides.`,
    },
    example: {
      userName: EMAIL,
      password: PASSWORD,
      displayName: user.displayName,
      phone: user.phone,
      interests: user.interests,
      nearBy: false,
      gender: 'Female',
      age: 31,
      lookingFor: ['Friendship'],
    },
  }),
  requestModel('ProfileUpdateRequest', profileUpdate, {
    description: 'The new profile. Fields that need premium are stored as off without it.',
    fields: {
      ...PROFILE,
      id: 'The id of the caller. Another id is refused.',
      interests: 'One to ten interests of 50 characters at most, as a list or joined by commas.',
      lookingFor:
        'One to five of: Friendship, Dating, Serious Relationship, Networking, Casual Chat. A list, or joined by commas.',
      languages:
        'ISO 639 codes of up to eight languages that the member speaks, each once; Chinese is `zh`. A list, or joined by commas. Empty: the language of the account counts. Left out: they stay as they are.',
      nearBy:
        'Whether the member appears in lists of people nearby. Needs premium; stored as false without it. Left out: it stays as it is.',
      filterByGender:
        'Match only members of this gender. Needs premium. `all`, empty text and null mean no filter. Left out: it stays as it is.',
      language: `${LANGUAGE} Without it, the language stays as it is.`,
    },
    example: {
      id: EXAMPLE.asha,
      displayName: 'Asha',
      interests: 'Film photography,Jazz',
      lookingFor: 'Friendship,Networking',
      languages: 'en,mr',
      nearBy: false,
      age: 31,
      filterByGender: '',
    },
  }),
  requestModel('Position', position, {
    description: 'The position that a browser reports. Stored rounded to about 1 km and never returned.',
    fields: {
      latitude: 'Latitude in degrees.',
      longitude: 'Longitude in degrees.',
      accuracy: 'Accuracy in metres.',
    },
    example: { latitude: 18.52, longitude: 73.86, accuracy: 20 },
  }),
  requestModel('ProfileVisitRequest', profileVisit, {
    description: 'A note of a login, of a registration, or of a visit to the profile of a former partner.',
    fields: {
      profileOwnerId: 'The member whose profile was visited; the caller for a login or a registration.',
      visitType: 'What happened.',
      location: 'Where it happened, when the browser knows.',
    },
    example: { profileOwnerId: EXAMPLE.asha, visitType: 'login', location: null },
  }),
  requestModel('PasswordResetRequest', resetRequest, {
    description: 'Asks for the mail with a reset link and code.',
    fields: {
      user: 'The email address of the account.',
      origin:
        'The origin of the page that asks. It must belong to this server; the link in the mail leads there.',
    },
    example: { user: EMAIL, origin: 'https://rapport.example' },
  }),
  requestModel('ResetByTokenRequest', resetByToken, {
    description: 'A new password with the token of the reset link.',
    fields: { token: 'The token of the reset link.', newPassword: NEW_PASSWORD },
    example: { token: EXAMPLE.token, newPassword: PASSWORD },
  }),
  requestModel('ResetOfUserRequest', resetOfUser, {
    description: 'A new password with a reset token and the email address it was sent to.',
    fields: {
      userName: 'The email address of the account.',
      passwordResetToken: 'The token of the reset link, or the one that the reset code was exchanged for.',
      newPassword: NEW_PASSWORD,
    },
    example: { userName: EMAIL, passwordResetToken: EXAMPLE.token, newPassword: PASSWORD },
  }),
  requestModel('PasswordConfirmationRequest', passwordConfirmation, {
    description: 'The proof that the owner of the account acts, and not a stolen session.',
    fields: { password: 'The password of the account.' },
    example: { password: PASSWORD },
  }),
  requestModel('MissedMailsRequest', missedMailsChoice, {
    description: 'Turns emails about missed messages on or off.',
    fields: {
      user: 'The member’s id in the link of the email.',
      token: 'The signature of the link in the mail.',
      wanted: 'Whether the member wants these emails.',
    },
    example: { user: EXAMPLE.asha, token: EXAMPLE.token, wanted: false },
  }),

  responseModel('User', account.user, {
    description: 'A member as they see themselves. Coordinates never leave the server.',
    fields: {
      ...PROFILE,
      id: 'The id of the member.',
      userName: 'The email address.',
      name: 'Not used: always null. Members have a `displayName`.',
      phone: 'The phone number.',
      city: 'The city of the last known place.',
      state: 'The state of the last known place.',
      country: 'The country of the last known place.',
      location: 'The last known place in one line.',
      role: 'The role of the account.',
      active: 'Whether the account is open.',
      premiumUser: 'Whether premium is active.',
      stars: 'Not used: always 0.',
      emailVerified: 'Whether the email address is verified.',
      created: 'When the account was created.',
      lastSeen: 'When the member was last active.',
      languages:
        'ISO 639 codes of the languages that the member names. Empty: the language of the account counts.',
      filterByGender: 'The gender that matches are limited to; null for no filter.',
      language: LANGUAGE,
    },
    example: user,
  }),
  responseModel('AuthResponse', account.authResponse, {
    description: 'A new session. The same token is set as an HttpOnly cookie.',
    fields: {
      token: 'The bearer token. It is not stored by the server and cannot be read again.',
      user: 'The member who logged in.',
      reopened: 'True when the login opened a closed account again.',
    },
    example: { token: EXAMPLE.token, user },
  }),
  responseModel('SessionResponse', account.sessionResponse, {
    description: 'The member of the session with the figures of the home screen.',
    fields: {
      user: 'The member of the session.',
      onlineUsersWithCommonInterest: 'Members online who share an interest, counted up to 999.',
      nearByUsers: 'Members nearby.',
      conversationCount: 'Conversations in the history that the member can see.',
      unreadNotifications: 'Unread notifications, counted up to 100.',
    },
    example: {
      user,
      onlineUsersWithCommonInterest: 12,
      nearByUsers: 3,
      conversationCount: 7,
      unreadNotifications: 2,
    },
  }),
  responseModel('Partner', account.partner, {
    description: 'What a member may know about a partner.',
    fields: {
      ...PROFILE,
      id: 'The id of the partner.',
      languages:
        'ISO 639 codes of the languages that the partner speaks: those they name, or else the one of their account.',
      online: 'Whether the partner is online.',
    },
    example: {
      id: EXAMPLE.ben,
      displayName: 'Ben who hikes',
      interests: ['Jazz'],
      age: 34,
      gender: 'Male',
      lookingFor: ['Friendship'],
      languages: ['en', 'hi'],
      online: true,
    },
  }),
  requestModel('MailedCode', account.mailedCode, {
    description: 'The query of a link in a verification email.',
    fields: { code: 'The code of the mail.', email: 'The address that the mail was sent to.' },
    example: { code: EXAMPLE.token, email: EMAIL },
  }),
  responseModel('RegistrationRemovalCheck', account.registrationRemovalCheck, {
    description: 'Whether a registration can be removed.',
    fields: { possible: 'Whether the code still removes an unverified registration.' },
    example: { possible: true },
  }),
  responseModel('VerificationResult', account.verificationResult, {
    description: 'The result of a verification.',
    fields: { success: 'Whether it worked.', message: 'A sentence to show.' },
    example: { success: true, message: 'Your email address is verified.' },
  }),
  responseModel('RecordedVisit', recordedVisit, {
    description: 'The stored visit.',
    fields: {
      id: 'The id of the visit.',
      visitorId: 'The member who visited.',
      profileOwnerId: 'The member whose profile was visited.',
      visitTime: 'When it happened.',
      visitType: 'What happened.',
    },
    example: {
      id: EXAMPLE.other,
      visitorId: EXAMPLE.asha,
      profileOwnerId: EXAMPLE.asha,
      visitTime: EXAMPLE.time,
      visitType: 'login',
    },
  }),
  responseModel('TokenCheck', tokenCheck, {
    description: 'Whether a reset link still works.',
    fields: { valid: 'Whether the link works.', message: 'A sentence to show.' },
    example: { valid: true, message: 'This reset link is valid.' },
  }),
  responseModel('ResetTokenResponse', resetTokenAnswer, {
    description: 'The token that a reset code was exchanged for, under two names.',
    fields: { resetToken: 'The reset token.', token: 'The same reset token.' },
    example: { resetToken: EXAMPLE.token, token: EXAMPLE.token },
  }),
  responseModel('EmailPreferences', missedMails, {
    description: 'The choice about emails about missed messages.',
    fields: { wanted: 'Whether the member wants these emails.' },
    example: { wanted: true },
  }),
]
