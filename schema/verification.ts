/** The outcomes of a verification, as pages and answers show them. */
export const VERIFICATION_TEXTS = {
  verified: 'Email verification successful!',
  already: 'Your email is already verified.',
  refused: 'This verification link is invalid or has expired. Please request a new one.',
  missing: 'Invalid verification link. Missing required parameters.',
} as const

/** The outcomes of removing an unverified registration. */
export const REMOVAL_TEXTS = {
  removed: 'The registration was removed. You can register with this address now.',
  refused: 'This link no longer works. It may have expired, or the address was verified in the meantime.',
} as const
