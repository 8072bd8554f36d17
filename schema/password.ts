import * as z from 'zod'
import { plainDigits } from './digits.ts'
import { emailAddress } from './email.ts'
import { LIMITS } from './limits.ts'
import { text } from './translatable.ts'

/** The rules for a reset only. Registration requires a special character instead of a lowercase letter (spec §5). */
export const resetPassword = z
  .string()
  .min(LIMITS.password.min, text('Password must be at least 8 characters'))
  .max(LIMITS.password.max, text('Password cannot exceed 200 characters'))
  .regex(/\p{Lu}/u, text('Password must contain at least one uppercase letter'))
  .regex(/\p{Ll}/u, text('Password must contain at least one lowercase letter'))
  .regex(/\p{Nd}/u, text('Password must contain at least one number'))

const email = emailAddress(text('Please enter a valid email address'))

const resetToken = z
  .string(text('Reset token is required'))
  .trim()
  .min(1, text('Reset token is required'))
  .max(200)

/** The request for a reset mail. `origin` is the origin of the page that sends it. */
export const resetRequestForm = z.object({ user: email })
export const resetRequest = resetRequestForm.extend({ origin: z.string().max(300) })
export type ResetRequest = z.infer<typeof resetRequest>

export const resetByToken = z.object({ token: resetToken, newPassword: resetPassword })
export const resetOfUser = z.object({
  userName: email,
  passwordResetToken: resetToken,
  newPassword: resetPassword,
})

export const resetCodeForm = z.object({
  userName: email,
  resetCode: z
    .string()
    .trim()
    .min(LIMITS.resetCode.min, text('Reset code must be at least 6 characters'))
    .max(64, text('This reset code is too long'))
    .transform(plainDigits),
})
export type ResetCode = z.infer<typeof resetCodeForm>

export const newPasswordForm = z
  .object({ newPassword: resetPassword, confirmPassword: z.string() })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ['confirmPassword'],
    message: text('Passwords do not match'),
    // Reported together with the other errors.
    when: () => true,
  })

export const resetTokenAnswer = z.object({ resetToken: z.string(), token: z.string() })
export const tokenCheck = z.object({ valid: z.boolean(), message: z.string() })
export const tokenQuery = z.object({ token: resetToken })
