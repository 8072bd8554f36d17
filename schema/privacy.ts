import * as z from 'zod'
import { LIMITS } from './limits.ts'
import { text } from './translatable.ts'

export { RETENTION } from './retention.ts'

/** What a stolen session must not do requires the password again: an export, and closing or deleting the account. */
export const passwordConfirmation = z.object({
  password: z
    .string()
    .min(1, text('Password is required'))
    .max(LIMITS.password.max, text('Password is too long')),
})

export const SIGN_IN_KINDS = ['login', 'register'] as const
export const EXPORT_STATUSES = ['QUEUED', 'RUNNING', 'READY', 'FAILED'] as const
