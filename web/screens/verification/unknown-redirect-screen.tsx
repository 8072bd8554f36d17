import { ButtonLink } from '../../ui/button-link.tsx'
import { OutcomePage } from '../../ui/outcome-page.tsx'
import { useAlive } from '../../ui/use-alive.ts'
import { NotFoundScreen } from '../not-found/not-found-screen.tsx'

/** For a path below a redirect handler that leads nowhere (spec §2). Until the app answers, it is the server's 404 page. */
export function UnknownRedirectScreen() {
  if (!useAlive()) return <NotFoundScreen />
  return (
    <OutcomePage
      success={false}
      role="alert"
      title="This link leads nowhere"
      message="Unknown redirect request."
      actions={
        <ButtonLink variant="primary" to="/">
          Go to Home Page
        </ButtonLink>
      }
    />
  )
}
