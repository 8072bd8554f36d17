import { useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useServices, useStore } from '../../state/react.tsx'

const COUNTDOWN_SECONDS = 5

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
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const { success, message } = readOutcome(query.get('json'))
  const [left, setLeft] = useState(COUNTDOWN_SECONDS)

  useEffect(() => {
    if (success) void session.refresh().catch(() => undefined)
  }, [success, session])

  useEffect(() => {
    if (!success) return
    if (left === 0) {
      navigate('/', { replace: true })
      return
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [success, left, navigate])

  return (
    <main className="page">
      <svg className="glyph" viewBox="0 0 40 26" aria-hidden="true">
        {success && <path className="fill" d="M20 3.9a11 11 0 0 1 0 18.2a11 11 0 0 1 0-18.2Z" />}
        <circle cx="14" cy="13" r="11" />
        <circle className={success ? undefined : 'dash'} cx="26" cy="13" r="11" />
      </svg>
      <h1 className="display">{success ? 'Verification Complete' : 'Verification Failed'}</h1>
      <p className="body ink-2" role="status">
        {message}
      </p>
      {success && <p className="caption ink-3 num">Taking you on in {left} s.</p>}
      <Link
        className="button"
        data-variant="primary"
        data-size="lg"
        to={success || status === 'member' ? '/' : '/auth'}
      >
        {success || status === 'member' ? 'Go to Homepage' : 'Back to Login'}
      </Link>
    </main>
  )
}
