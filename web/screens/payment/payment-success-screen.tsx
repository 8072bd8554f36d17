import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { TIMING } from '#schema/limits.ts'
import { PRODUCT } from '#schema/product.ts'
import { isReportedAlready } from '../../data/failure.ts'
import { useServices, useStore } from '../../hooks/services.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Loading } from '../../ui/loading.tsx'
import { OutcomePage } from '../../ui/outcome-page.tsx'
import { Unreachable } from '../shared/unreachable.tsx'
import { NotPaidActions } from './not-paid-actions.tsx'

type Outcome = { state: 'processing' | 'success' } | { state: 'error'; message: string }

const { name: product } = PRODUCT
const MISSING = msg`This link is incomplete. The payment token or order ID is missing.`
const EXCEPTION = msg`An error occurred while processing your payment.`
const NOT_CAPTURED = msg`Failed to capture payment. Please try again.`

/** The page that PayPal returns to. It captures the payment (spec §2). */
export function PaymentSuccessScreen() {
  const { session } = useServices()
  const { status } = useStore(session)
  const [query] = useSearchParams()
  const orderId = query.get('token') ?? query.get('orderId')
  if (status === 'loading') return <Loading label={t`Loading your session`} />
  if (status === 'unreachable') return <Unreachable />
  if (status !== 'member') return <LoggedOut orderId={orderId} />
  return orderId ? <Capture orderId={orderId} /> : <Failed message={i18n._(MISSING)} />
}

function Capture({ orderId }: { orderId: string }) {
  const outcome = useCapture(orderId)
  if (outcome.state === 'error') return <Failed message={outcome.message} />
  if (outcome.state === 'processing') {
    return (
      <main className="page">
        <Loading label={t`Processing your payment`} />
        <h1 className="display">{t`Processing your payment…`}</h1>
        <p className="body ink-2">{t`This takes a few seconds. Please keep this page open.`}</p>
      </main>
    )
  }
  return (
    <OutcomePage
      success
      role="status"
      title={t`Payment Successful`}
      message={t`You have Premium now. We're taking you to your chats.`}
      actions={
        <ButtonLink variant="primary" to="/">
          {t`Go to Homepage`}
        </ButtonLink>
      }
    />
  )
}

/** Captures the payment once per order, even if the screen renders again. */
export function useCapture(orderId: string): Outcome {
  const { api, session, toasts } = useServices()
  const navigate = useNavigate()
  const [outcome, setOutcome] = useState<Outcome>({ state: 'processing' })
  const requestedOrder = useRef<string | null>(null)

  useEffect(() => {
    if (requestedOrder.current === orderId) return
    requestedOrder.current = orderId
    const fail = (title: string, description: string, message = description) => {
      toasts.show({ title, description, variant: 'destructive' })
      setOutcome({ state: 'error', message })
    }
    api.call('capturePaypalOrder', { body: { orderId } }).then(
      ({ data }) => {
        if (!data.success) return fail(t`Payment Failed`, data.error ?? i18n._(NOT_CAPTURED))
        setOutcome({ state: 'success' })
        void session.refresh().catch(() => undefined)
      },
      (error: unknown) => {
        if (isReportedAlready(error)) setOutcome({ state: 'error', message: i18n._(EXCEPTION) })
        else fail(t`Payment Error`, t`Failed to process payment. Please contact support.`, i18n._(EXCEPTION))
      },
    )
  }, [api, session, toasts, orderId])

  const done = outcome.state === 'success'
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => navigate('/', { replace: true }), TIMING.paymentRedirect)
    return () => clearTimeout(timer)
  }, [done, navigate])

  return outcome
}

const Failed = ({ message }: { message: string }) => (
  <OutcomePage
    success={false}
    role="alert"
    title={t`Payment Failed`}
    message={message}
    actions={<NotPaidActions />}
  />
)

/** For payments from the desktop app: this page opens in a browser without a session. */
const inDesktopApp = (orderId: string) =>
  `${PRODUCT.slug}://payment/success?${new URLSearchParams({ token: orderId })}`

const LoggedOut = ({ orderId }: { orderId: string | null }) => (
  <OutcomePage
    success={false}
    role="status"
    title={t`Log in to see your payment`}
    message={t`If you approved the payment, Premium starts by itself within a few minutes.`}
    actions={
      <>
        <ButtonLink variant="primary" to="/auth">
          {t`Go to Login`}
        </ButtonLink>
        {orderId && (
          <a className="button" data-variant="quiet" data-size="lg" href={inDesktopApp(orderId)}>
            {t`Open in the ${product} app`}
          </a>
        )}
      </>
    }
  />
)
