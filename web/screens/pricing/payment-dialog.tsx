import { ExternalLink, Lock } from 'lucide-react'
import { CURRENCIES } from '#schema/currencies.ts'
import { amountOf, formatAmount } from '#schema/money.ts'
import type { Checkout } from '../../state/payments/checkout.ts'
import type { CheckoutState } from '../../state/payments/checkout-state.ts'
import { ATTEMPTS } from '../../state/payments/payment-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loading } from '../../ui/loading.tsx'

type Shown = Extract<CheckoutState, { phase: 'loading' | 'preparing' | 'ready' | 'processing' | 'approving' }>

const WAITING = {
  loading: 'Loading the payment gateway…',
  preparing: 'Preparing your payment…',
} as const

interface PaymentDialogProps {
  state: Shown
  checkout: Checkout
  testMode: boolean
}

export function PaymentDialog({ state, checkout, testMode }: PaymentDialogProps) {
  const { plan, currency } = state
  const sum = formatAmount(amountOf(plan, currency), currency)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && checkout.close()}
      title="Complete Your Payment"
      description={`Premium, ${plan.name}`}
    >
      <div className="payment">
        {testMode && <TestRibbon />}
        <p className="payment-sum">
          <b>{sum}</b> <span className="ink-3">{plan.interval}</span>
        </p>
        <Body state={state} checkout={checkout} sum={sum} />
      </div>
    </Dialog>
  )
}

export const TestRibbon = () => (
  <p className="test-ribbon">
    <b>TEST MODE</b> No real money is charged.
  </p>
)

function Body({ state, checkout, sum }: { state: Shown; checkout: Checkout; sum: string }) {
  if (state.phase === 'loading' || state.phase === 'preparing')
    return (
      <div className="payment-waiting">
        <Loading label={WAITING[state.phase]} />
        <p className="ink-2" aria-hidden="true">
          {WAITING[state.phase]}
        </p>
      </div>
    )
  if (state.phase === 'approving') return <PaypalApproval state={state} checkout={checkout} />
  const processing = state.phase === 'processing'
  return (
    <>
      {state.problem && (
        <div className="payment-problem">
          <p>{state.problem.text}</p>
          {state.problem.reason && <p>{state.problem.reason}</p>}
        </div>
      )}
      <p className="ink-2">You pay by card or UPI on a page of Razorpay. We never see what you type there.</p>
      <div className="payment-actions">
        <span className="caption ink-3 num">
          Attempt #{state.retries + 1} of {ATTEMPTS}
        </span>
        <Button variant="quiet" onClick={checkout.close}>
          Cancel
        </Button>
        <Button variant="primary" loading={processing} onClick={() => void checkout.pay()}>
          <Lock className="icon" data-size="sm" aria-hidden="true" />
          {processing ? 'Processing…' : state.problem ? `Try again, ${sum}` : `Pay ${sum}`}
        </Button>
      </div>
    </>
  )
}

function PaypalApproval({
  state,
  checkout,
}: {
  state: Extract<Shown, { phase: 'approving' }>
  checkout: Checkout
}) {
  const { charged } = state.order
  const known = CURRENCIES.find(({ code }) => code === charged?.currency)
  return (
    <>
      <p className="ink-2" role="status">
        {state.opened
          ? 'PayPal is open in a new tab. Approve the payment there. This page continues by itself when you come back.'
          : 'Approve the payment at PayPal. It opens in a new tab. This page continues by itself when you come back.'}
      </p>
      {charged && known && (
        <p className="ink-2">
          PayPal does not accept {state.currency.code}. You pay {formatAmount(charged.amount, known)} in{' '}
          {charged.currency}.
        </p>
      )}
      <div className="payment-actions">
        <Button variant="quiet" onClick={checkout.close}>
          Close
        </Button>
        <a
          className="button"
          data-variant={state.opened ? 'secondary' : 'primary'}
          data-size="md"
          href={state.approveUrl}
          target="_blank"
          rel="noreferrer"
        >
          <ExternalLink className="icon" data-size="sm" aria-hidden="true" />
          {state.opened ? 'Open PayPal again' : 'Continue to PayPal'}
        </a>
      </div>
    </>
  )
}
