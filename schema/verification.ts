import { text } from './translatable.ts'

/** The outcomes of a verification, as pages and answers show them. */
export const VERIFICATION_TEXTS = {
  verified: text('Email verification successful!'),
  already: text('Your email is already verified.'),
  refused: text('This verification link is invalid or has expired. Please request a new one.'),
  missing: text('Invalid verification link. Missing required parameters.'),
} as const

/** The outcomes of removing an unverified registration. */
export const REMOVAL_TEXTS = {
  removed: text('The registration was removed. You can register with this address now.'),
  refused: text(
    'This link no longer works. It may have expired, or the address was verified in the meantime.',
  ),
} as const
