import { t } from '@lingui/core/macro'
import { useIsHydrated } from '../../hooks/use-is-hydrated.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { OutcomePage } from '../../ui/outcome-page.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'

/** For unknown paths below a redirect handler (spec §2). The server's 404 page shows until the app has loaded. */
export function UnknownRedirectScreen() {
  if (!useIsHydrated()) return <NotFoundScreen />
  return (
    <OutcomePage
      success={false}
      role="alert"
      title={t`This link doesn't work`}
      message={t`Unknown redirect request.`}
      actions={<ButtonLink variant="primary" to="/">{t`Go to Home Page`}</ButtonLink>}
    />
  )
}
