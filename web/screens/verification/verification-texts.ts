import { t } from '@lingui/core/macro'
import type { VERIFICATION_TEXTS } from '#schema/verification.ts'

type Outcome = keyof typeof VERIFICATION_TEXTS

/** Returns the texts of `VERIFICATION_TEXTS` in the page's language. */
export const verificationTexts = (): Record<Outcome, string> => ({
  verified: t`Email verification successful!`,
  already: t`Your email is already verified.`,
  refused: t`This verification link is invalid or has expired. Please request a new one.`,
  missing: t`Invalid verification link. Missing required parameters.`,
})
