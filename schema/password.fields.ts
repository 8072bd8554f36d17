import { EXAMPLE, requestModel, responseModel } from './described-model.ts'
import { resetByToken, resetOfUser, resetRequest, resetTokenAnswer, tokenCheck } from './password.ts'
import { passwordConfirmation } from './privacy.ts'

export const resetRequestModel = requestModel('PasswordResetRequest', resetRequest, {
  description: 'Asks for the mail with a reset link and code.',
  fields: {
    user: 'The email address of the account.',
    origin:
      'The origin of the page that asks. It must belong to this server; the link in the mail leads there.',
  },
  example: { user: EXAMPLE.email, origin: 'https://rapport.example' },
})

export const resetByTokenModel = requestModel('ResetByTokenRequest', resetByToken, {
  description: 'A new password with the token of the reset link.',
  fields: {
    token: 'The token of the reset link, or the one that the reset code was exchanged for.',
    newPassword: 'At least 8 characters with an uppercase letter, a lowercase letter and a number.',
  },
  example: { token: EXAMPLE.token, newPassword: EXAMPLE.password },
})

export const resetOfUserModel = requestModel('ResetOfUserRequest', resetOfUser, {
  description: 'A new password with a reset token and the email address it was sent to.',
  fields: {
    userName: resetRequestModel.fields.user,
    passwordResetToken: resetByTokenModel.fields.token,
    newPassword: resetByTokenModel.fields.newPassword,
  },
  example: {
    userName: EXAMPLE.email,
    passwordResetToken: EXAMPLE.token,
    newPassword: EXAMPLE.password,
  },
})

export const passwordConfirmationModel = requestModel('PasswordConfirmationRequest', passwordConfirmation, {
  description: 'The proof that the owner of the account acts, and not a stolen session.',
  fields: {},
  example: { password: EXAMPLE.password },
})

export const tokenCheckModel = responseModel('TokenCheck', tokenCheck, {
  description: 'Whether a reset link still works.',
  fields: { valid: 'Whether the link works.', message: 'The result in a sentence for the member.' },
  example: { valid: true, message: 'This reset link is valid.' },
})

export const resetTokenModel = responseModel('ResetTokenResponse', resetTokenAnswer, {
  description: 'The token that a reset code was exchanged for, under two names.',
  fields: { token: 'The same as `resetToken`.' },
  example: { resetToken: EXAMPLE.token, token: EXAMPLE.token },
})
