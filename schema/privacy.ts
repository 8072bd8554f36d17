import * as z from 'zod'
import { LIMITS } from './limits.ts'

export { RETENTION } from './retention.ts'

/** What cannot be taken back by itself asks for the password once more. */
export const passwordConfirmation = z.object({
  password: z.string().min(1, 'Password is required').max(LIMITS.password.max, 'Password is too long'),
})

export const SIGN_IN_KINDS = ['login', 'register'] as const
export const EXPORT_STATUSES = ['QUEUED', 'RUNNING', 'READY', 'FAILED'] as const
