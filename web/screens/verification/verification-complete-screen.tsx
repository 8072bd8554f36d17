import { useSearchParams } from 'react-router'
import { useServices, useStore } from '../../state/react.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { OutcomePage } from '../../ui/outcome-page.tsx'
import { useReturnHome } from './use-return-home.ts'

interface Outcome {
  success: boolean
  message: string
}

function readOutcome(json: string | null): Outcome {
  if (json === null)
    return { success: false, message: 'Invalid verification link. Missing required parameters.' }
  try {
    const parsed: unknown = JSON.parse(json)
    if (typeof parsed !== 'object' || parsed === null) throw new TypeError('not an object')
    const success = 'success' in parsed && parsed.success === true
    const told = 'message' in parsed && typeof parsed.message === 'string' ? parsed.message : ''
    const byDefault = success
      ? 'Email verification successful!'
      : 'We could not verify your email. Please request a new link.'
    return { success, message: told || byDefault }
  } catch {
    return { success: false, message: 'An error occurred while processing your verification.' }
  }
}

export function VerificationCompleteScreen() {
  const { session } = useServices()
  const { status } = useStore(session)
  const [query] = useSearchParams()
  const { success, message } = readOutcome(query.get('json'))
  const left = useReturnHome(success)
  const home = success || status === 'member'

  return (
    <OutcomePage
      success={success}
      role="status"
      title={success ? 'Verification Complete' : 'Verification Failed'}
      message={message}
      actions={
        <ButtonLink variant="primary" to={home ? '/' : '/auth'}>
          {home ? 'Go to Homepage' : 'Back to Login'}
        </ButtonLink>
      }
    >
      {success && <p className="caption ink-3 num">Taking you on in {left} s.</p>}
    </OutcomePage>
  )
}
