import { text } from './translatable.ts'

/** The message of UNAUTHENTICATED for a request whose session is missing, expired or revoked. */
export const SESSION_EXPIRED = text('Your session has expired. Please log in again.')
