import { EXAMPLE } from '#schema/described-model.ts'
import { OPERATION_TEXTS } from '#schema/operations.fields.ts'
import type { ACCOUNT_ROUTES } from '#schema/routes/accounts.ts'
import type { MISSED_MAILS_ROUTES } from '#schema/routes/missed-mails.ts'
import type { PASSWORD_ROUTES } from '#schema/routes/passwords.ts'
import type { PRIVACY_ROUTES } from '#schema/routes/privacy.ts'
import { LOCATION_HEADERS, type Operation, PROOF } from './operation.ts'

const EMAIL = 'asha@example.com'
const BAD_LINK = 'The reset link is invalid, used or expired.'
const TOKEN_LIMITS = ['resetTokenByAddress'] as const
const NO_LINK = 'The link is not the one of the email.'
const LINK_PARAMETERS = {
  user: { description: 'The member’s id in the link of the email.', example: EXAMPLE.asha },
  token: { description: 'The signature of the link in the email.', example: EXAMPLE.token },
}

const MAILED_CODE = {
  code: { description: 'The code of the mail.', example: EXAMPLE.token },
  email: { description: 'The address that the mail was sent to.', example: EMAIL },
}

export const ACCOUNT_OPERATIONS: Record<keyof typeof ACCOUNT_ROUTES, Operation> = {
  getSession: {
    tag: 'Accounts',
    description:
      'Returns the member of this session with the figures of the home screen. Location headers, when sent, update the member’s place.',
    limits: ['sessionByAccount'],
    parameters: LOCATION_HEADERS,
    errors: { NOT_FOUND: 'The account no longer exists.' },
  },
  login: {
    tag: 'Accounts',
    description:
      'Opens a session and sets it as a cookie too. A wrong address and a wrong password get the same answer. Logging in to a closed account opens it again.',
    limits: [
      'loginByAddress',
      'loginByAccountAndNetwork',
      'loginByAccountAndDevice',
      'factorAtLogin',
      'factorAtLoginADay',
    ],
    opensSession: true,
    errors: {
      UNAUTHENTICATED: 'The email address or the password is wrong.',
      SECOND_FACTOR_REQUIRED: 'Two-step login is on, and the body has no `code`.',
      SECOND_FACTOR_INVALID: 'The code is wrong or was used before.',
      SUSPENDED: 'The account is suspended. `token` opens its status, an appeal and its data export.',
      PROOF_REQUIRED: PROOF,
    },
  },
  requestPasskey: {
    tag: 'Accounts',
    description: OPERATION_TEXTS.requestPasskey,
    limits: ['passkeyRequestByAddress'],
  },
  loginByPasskey: {
    tag: 'Accounts',
    description: `${OPERATION_TEXTS.loginByPasskey} Sets the session as a cookie too.`,
    limits: ['passkeyLoginByAddress', 'rightLoginByAccountAndDevice'],
    opensSession: true,
    errors: {
      UNAUTHENTICATED: 'The passkey is unknown or removed, or its answer is wrong, late or used before.',
      SUSPENDED: 'The account is suspended. `token` opens its status, an appeal and its data export.',
    },
  },
  register: {
    tag: 'Accounts',
    description:
      'Creates an account, opens a session and sends the verification email. The location headers are used when the body has no coordinates.',
    limits: ['registerByAddress'],
    parameters: LOCATION_HEADERS,
    opensSession: true,
    errors: {
      CONFLICT: 'An account with this email address exists.',
      PROOF_REQUIRED: PROOF,
    },
  },
  logout: {
    tag: 'Accounts',
    description: 'Revokes this session, clears the cookie and ends the live streams of the session.',
  },
  resendVerification: {
    tag: 'Accounts',
    description: OPERATION_TEXTS.resendVerification,
    limits: ['resendByAddress', 'resendByAccount', 'resendByAccountADay'],
    textBody: { type: 'text/plain', description: 'The email address alone.', example: EMAIL },
  },
  verifyEmail: {
    tag: 'Accounts',
    description: 'Verifies an email address. A wrong or used code is answered with `success` false.',
    limits: ['verifyByAddress'],
    parameters: {
      code: { description: 'The code of the verification email.', example: EXAMPLE.token },
      email: { description: 'The email address to verify.', example: EMAIL },
    },
  },
  checkRegistrationRemoval: {
    tag: 'Accounts',
    description: OPERATION_TEXTS.checkRegistrationRemoval,
    limits: ['verifyByAddress'],
    parameters: MAILED_CODE,
  },
  removeRegistration: {
    tag: 'Accounts',
    description: `${OPERATION_TEXTS.removeRegistration} A wrong or used code is answered with \`success\` false.`,
    limits: ['verifyByAddress'],
  },
  updateProfile: {
    tag: 'Accounts',
    description:
      'Replaces the caller’s profile. `nearBy` and `filterByGender` need premium and are stored as off without it.',
    limits: ['profileByAccount'],
    errors: { FORBIDDEN: 'The id is not the caller’s.' },
  },
  recordVisit: {
    tag: 'Accounts',
    description: `${OPERATION_TEXTS.recordVisit} Also records a visit to the profile of a former partner.`,
    limits: ['visitByAccount'],
    errors: { NOT_FOUND: 'The caller has not talked with this member.' },
  },
}

export const PASSWORD_OPERATIONS: Record<keyof typeof PASSWORD_ROUTES, Operation> = {
  requestPasswordReset: {
    tag: 'Passwords',
    description: OPERATION_TEXTS.requestPasswordReset,
    limits: ['resetByAddress', 'resetByAccount', 'resetByAccountADay'],
  },
  validateResetToken: {
    tag: 'Passwords',
    description: OPERATION_TEXTS.validateResetToken,
    limits: TOKEN_LIMITS,
    parameters: { token: { description: 'The token of the reset link.', example: EXAMPLE.token } },
  },
  confirmReset: {
    tag: 'Passwords',
    description:
      'Sets a new password with the token of the reset link and ends every session of the account.',
    limits: TOKEN_LIMITS,
    errors: { INVALID: BAD_LINK },
  },
  changeAfterReset: {
    tag: 'Passwords',
    description: 'Sets a new password with a reset token and the email address that it was sent to.',
    limits: TOKEN_LIMITS,
    errors: { INVALID: BAD_LINK },
  },
  verifyResetCode: {
    tag: 'Passwords',
    description: OPERATION_TEXTS.verifyResetCode,
    limits: ['resetCodeByAddress'],
    parameters: {
      userName: { description: 'The email address of the account.', example: EMAIL },
      resetCode: { description: 'The reset code of the email.', example: 'K7M2QX' },
    },
    errors: { INVALID: 'The reset code is wrong, used, expired or replaced by a newer one.' },
  },
  finishReset: {
    tag: 'Passwords',
    description: 'Sets a new password with the token that the reset code was exchanged for.',
    limits: TOKEN_LIMITS,
    errors: { INVALID: BAD_LINK },
  },
}

export const PRIVACY_OPERATIONS: Record<keyof typeof PRIVACY_ROUTES, Operation> = {
  downloadExport: {
    tag: 'Privacy',
    description:
      'Downloads an export of the caller’s data. Exports are requested over GraphQL and expire after 7 days. Where two-step login is on, the session needs a proof (`proveSecondFactor` in GraphQL) within the last ten minutes.',
    limits: ['exportDownloadByAccount', 'passwordCheckByAccount'],
    parameters: { id: { example: EXAMPLE.other } },
    errors: {
      INVALID: 'The password is wrong.',
      FRESH_FACTOR_REQUIRED: 'This session has not proved the second factor in the last ten minutes.',
      NOT_FOUND: 'The caller has no such export, or it has expired.',
    },
  },
}

export const MISSED_MAILS_OPERATIONS: Record<keyof typeof MISSED_MAILS_ROUTES, Operation> = {
  unsubscribe: {
    tag: 'Privacy',
    description:
      'Stops emails about missed messages. Mail programs call this for the one-click unsubscribe of RFC 8058; a GET of the same address shows a page.',
    parameters: LINK_PARAMETERS,
    textBody: {
      type: 'application/x-www-form-urlencoded',
      description: 'The form of RFC 8058, also accepted as multipart/form-data.',
      example: 'List-Unsubscribe=One-Click',
    },
    errors: { NOT_FOUND: NO_LINK },
  },
  getMissedMails: {
    tag: 'Privacy',
    description: 'Returns whether the member wants emails about missed messages.',
    parameters: LINK_PARAMETERS,
    errors: { NOT_FOUND: NO_LINK },
  },
  chooseMissedMails: {
    tag: 'Privacy',
    description: 'Turns emails about missed messages on or off.',
    errors: { NOT_FOUND: NO_LINK },
  },
}
