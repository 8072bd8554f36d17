import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useServices } from '../../hooks/services.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Loading } from '../../ui/loading.tsx'
import { OutcomePage } from '../../ui/outcome-page.tsx'
import { verificationTexts } from './verification-texts.ts'

/** The target of the mail's link. Verifies it and redirects with the result (spec §2). */
export function VerifyScreen() {
  const { api } = useServices()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const code = query.get('code')
  const email = query.get('email')
  const [failure, setFailure] = useState<string | null>(code && email ? null : verificationTexts().missing)

  useEffect(() => {
    if (!code || !email) return
    let isMounted = true
    api.call('verifyEmail', { query: { code, email } }).then(
      ({ data }) => {
        const json = JSON.stringify(data)
        if (isMounted) navigate(`/verification-complete?${new URLSearchParams({ json })}`, { replace: true })
      },
      () => isMounted && setFailure(t`Failed to verify your email. Please try again later.`),
    )
    return () => {
      isMounted = false
    }
  }, [api, code, email, navigate])

  if (!failure) return <Loading label={t`Verifying your email`} />
  return (
    <OutcomePage
      success={false}
      role="alert"
      title={t`Verification Failed`}
      message={failure}
      actions={<ButtonLink variant="primary" to="/">{t`Go to Home Page`}</ButtonLink>}
    />
  )
}
