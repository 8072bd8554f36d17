import { t } from '@lingui/core/macro'
import { useSearchParams } from 'react-router'
import { VERIFICATION_TEXTS } from '#schema/verification.ts'
import { useServices, useStore } from '../../hooks/services.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { OutcomePage } from '../../ui/outcome-page.tsx'
import { useReturnHome } from './use-return-home.ts'
import { verificationTexts } from './verification-texts.ts'

interface Outcome {
  success: boolean
  message: string
}

const KNOWN_OUTCOMES = { success: ['verified', 'already'], failure: ['refused', 'missing'] } as const

/** Shows only our own texts: anyone can craft a link with another message. The server may answer in English. */
function readOutcome(json: string | null): Outcome {
  const texts = verificationTexts()
  if (json === null) return { success: false, message: texts.missing }
  try {
    const parsed: unknown = JSON.parse(json)
    if (typeof parsed !== 'object' || parsed === null) throw new TypeError('not an object')
    const success = 'success' in parsed && parsed.success === true
    const given = 'message' in parsed ? parsed.message : null
    const known = KNOWN_OUTCOMES[success ? 'success' : 'failure'].find(
      (outcome) => given === VERIFICATION_TEXTS[outcome] || given === texts[outcome],
    )
    const byDefault = success ? texts.verified : t`We couldn't verify your email. Please request a new link.`
    return { success, message: known ? texts[known] : byDefault }
  } catch {
    return { success: false, message: t`An error occurred while processing your verification.` }
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
      title={success ? t`Verification Complete` : t`Verification Failed`}
      message={message}
      actions={
        <ButtonLink variant="primary" to={home ? '/' : '/auth'}>
          {home ? t`Go to Homepage` : t`Back to Login`}
        </ButtonLink>
      }
    >
      {success && (
        <p className="caption ink-3 num">
          {t({ message: `Taking you to the home page in ${left} s.`, comment: 'Seconds' })}
        </p>
      )}
    </OutcomePage>
  )
}
