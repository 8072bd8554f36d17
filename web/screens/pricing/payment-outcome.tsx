import { plural, t } from '@lingui/core/macro'
import { POLICY } from '#schema/policy.ts'
import { PRODUCT } from '#schema/product.ts'
import type { Checkout } from '../../state/payments/checkout.ts'
import type { CheckoutState } from '../../state/payments/checkout-state.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

type Shown = Extract<CheckoutState, { phase: 'confirming' | 'confirmed' | 'unconfirmed' | 'earlier' }>

/** The dialog while a payment is being confirmed, or while an earlier payment blocks a new one. */
export function PaymentOutcome({ state, checkout }: { state: Shown; checkout: Checkout }) {
  if (state.phase === 'unconfirmed') return <Unconfirmed paymentId={state.paymentId} checkout={checkout} />
  if (state.phase === 'earlier') return <Earlier state={state} checkout={checkout} />
  const confirmed = state.phase === 'confirmed'
  return (
    <Dialog
      open
      title={confirmed ? t`Payment confirmed` : t`Confirming your payment`}
      description={
        confirmed
          ? t`You have Premium now. We're taking you to your chats.`
          : t`This takes a few seconds. Please keep this page open.`
      }
    >
      <div className="payment-outcome" data-confirmed={confirmed || undefined}>
        <div className="venn" style={{ '--gap': confirmed ? 0.35 : 0.9 }} aria-hidden="true">
          <span className="venn-b" />
          <span className="venn-a">
            <span className="venn-lens" />
          </span>
        </div>
        <p className="sr-only" role="status">
          {confirmed ? t`Payment confirmed` : t`Confirming your payment`}
        </p>
      </div>
    </Dialog>
  )
}

function Unconfirmed({ paymentId, checkout }: { paymentId: string; checkout: Checkout }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && checkout.close()}
      title={t`Your payment is not confirmed yet`}
      description={plural(
        { minutes: POLICY.confirmationMinutes },
        {
          one: 'Please wait up to # minute. Premium starts by itself when your bank has confirmed the payment. If it does not, contact support with the payment ID. Please do not pay again.',
          other:
            'Please wait up to # minutes. Premium starts by itself when your bank has confirmed the payment. If it does not, contact support with the payment ID. Please do not pay again.',
        },
      )}
    >
      <PaymentFacts paymentId={paymentId} />
      <div className="payment-actions">
        <Button variant="quiet" onClick={checkout.close}>
          {t`Close`}
        </Button>
        <Button variant="primary" onClick={() => void checkout.confirmAgain()}>
          {t`Check again`}
        </Button>
      </div>
    </Dialog>
  )
}

function Earlier({
  state: { message, paymentId, checking },
  checkout,
}: {
  state: Extract<Shown, { phase: 'earlier' }>
  checkout: Checkout
}) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && checkout.close()}
      title={t`Your earlier payment`}
      description={<span role="status">{message}</span>}
    >
      <p className="ink-2">
        {t`If the payment succeeds, Premium starts by itself. If it fails, you can choose a plan again.`}
      </p>
      <PaymentFacts paymentId={paymentId} />
      <div className="payment-actions">
        <Button variant="quiet" onClick={checkout.close}>
          {t`Close`}
        </Button>
        <Button variant="primary" loading={checking} onClick={() => void checkout.checkEarlier()}>
          {t`Check this payment`}
        </Button>
      </div>
    </Dialog>
  )
}

const PaymentFacts = ({ paymentId }: { paymentId: string }) => (
  <dl className="payment-facts">
    <div>
      <dt>{t`Payment ID`}</dt>
      <dd className="payment-id" translate="no">
        {paymentId}
      </dd>
    </div>
    <div>
      <dt>{t`Support`}</dt>
      <dd>
        <a
          className="link"
          translate="no"
          href={`mailto:${PRODUCT.supportEmail}?subject=${encodeURIComponent(t`Payment ${paymentId}`)}`}
        >
          {PRODUCT.supportEmail}
        </a>
      </dd>
    </div>
  </dl>
)
