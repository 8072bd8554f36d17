import { t } from '@lingui/core/macro'
import { useState } from 'react'
import type { ApiFailure } from '../../../data/failure.ts'
import { CodeField } from './code-field.tsx'

interface LoginCodeProps {
  /** Why the last login failed: a code is needed, or the code was wrong. */
  failure: ApiFailure
  onBack(): void
}

/** The second step of the login form, after the password was right. */
export function LoginCode({ failure, onBack }: LoginCodeProps) {
  const [first] = useState(failure)
  const again = failure === first ? undefined : t`Enter the code`
  return (
    <div className="factor-login">
      <p className="ink-2">
        {t`Your password is correct. Now open your authenticator app and enter the 6 digits for this account.`}
      </p>
      <CodeField error={failure.fields.code ?? again} attempt={failure} />
      <button type="button" className="link" data-quiet onClick={onBack}>
        {t`Use another account`}
      </button>
    </div>
  )
}
