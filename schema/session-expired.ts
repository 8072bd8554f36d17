/** The message of UNAUTHENTICATED for a request whose session is missing, expired or revoked. */
export const SESSION_EXPIRED = 'Your session has expired. Please log in again.'
