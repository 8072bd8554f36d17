import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'

const MESSAGE = text('This passkey does not work here. Try again, or use your password.')

/** One error for every cause, so it does not reveal which passkeys exist. */
export const passkeyRefused = () => new ApiError('UNAUTHENTICATED', MESSAGE)

/** The same for a caller with a session, who would be logged out by UNAUTHENTICATED. */
export const passkeyProofRefused = () => new ApiError('SECOND_FACTOR_INVALID', MESSAGE)
