import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ExternalLink, Lock } from 'lucide-react'
import type { Checkout } from '../../state/payments/checkout.ts'
import type { CheckoutState } from '../../state/payments/checkout-state.ts'
import { ATTEMPTS } from '../../state/payments/payment-errors.ts'
import { PLAN_TEXTS } from '../../state/payments/plan-texts.ts'
import { priceToPay } from '../../state/payments/price-to-pay.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loading } from '../../ui/loading.tsx'

type Shown = Extract<CheckoutState, { phase: 'loading' | 'preparing' | 'ready' | 'processing' | 'approving' }>

const WAITING = {
  loading: msg`Loading the payment gateway…`,
  preparing: msg`Preparing your payment…`,
} as const

interface PaymentDialogProps {
  state: Shown
  checkout: Checkout
  testMode: boolean
}

export function PaymentDialog({ state, checkout, testMode }: PaymentDialogProps) {
  const { price: sum } = priceToPay(state, 'order' in state ? state.order : undefined)
  const texts = PLAN_TEXTS[state.plan.id]
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && checkout.close()}
      title={t`Complete Your Payment`}
      description={t`Premium, ${{ plan: i18n._(texts.name) }}`}
    >
      <div className="payment">
        {testMode && <TestRibbon />}
        <p className="payment-sum">
          <b>{sum}</b> <span className="ink-3">{i18n._(texts.interval)}</span>
        </p>
        <Body state={state} checkout={checkout} sum={sum} />
      </div>
    </Dialog>
  )
}

export const TestRibbon = () => (
  <p className="test-ribbon">
    <Trans>
      <b>TEST MODE</b> No real money is charged.
    </Trans>
  </p>
)

function Body({ state, checkout, sum }: { state: Shown; checkout: Checkout; sum: string }) {
  if (state.phase === 'loading' || state.phase === 'preparing')
    return (
      <div className="payment-waiting">
        <Loading label={i18n._(WAITING[state.phase])} />
        <p className="ink-2" aria-hidden="true">
          {i18n._(WAITING[state.phase])}
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
      <p className="ink-2">{t`You pay by card or UPI on a page of Razorpay. We never see what you type there.`}</p>
      <div className="payment-actions">
        <span className="caption ink-3 num">
          {t`Attempt #${{ attempt: state.retries + 1 }} of ${{ attempts: ATTEMPTS }}`}
        </span>
        <Button variant="quiet" onClick={checkout.close}>
          {t`Cancel`}
        </Button>
        <Button variant="primary" loading={processing} onClick={() => void checkout.pay()}>
          <Lock className="icon" data-size="sm" aria-hidden="true" />
          {processing ? t`Processing…` : state.problem ? t`Try again, ${sum}` : t`Pay ${sum}`}
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
  const { price, changedTo } = priceToPay(state, state.order)
  return (
    <>
      <div className="payment-texts" role="status">
        {changedTo && <p>{changedPriceText(state.currency.code, { price, changedTo })}</p>}
        <p className="ink-2">
          {state.opened
            ? t`PayPal is open in a new tab. Approve the payment there. This page continues by itself when you come back.`
            : t`Approve the payment at PayPal. It opens in a new tab. This page continues by itself when you come back.`}
        </p>
      </div>
      <div className="payment-actions">
        <Button variant="quiet" onClick={checkout.close}>
          {t`Close`}
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
          {state.opened ? t`Open PayPal again` : t`Continue to PayPal`}
        </a>
      </div>
    </>
  )
}

const changedPriceText = (
  listed: string,
  { price, changedTo }: { price: string; changedTo: string },
): string =>
  changedTo === listed
    ? t`PayPal takes only whole amounts in ${{ currency: listed }}. You pay ${{ amount: price }}.`
    : t`PayPal does not accept ${{ refused: listed }}. You pay ${{ amount: price }} in ${{ currency: changedTo }}.`
