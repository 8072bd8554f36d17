import { PRODUCT } from '#schema/product.ts'
import type { Checkout, CheckoutState } from '../../state/checkout.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

type Shown = Extract<CheckoutState, { phase: 'confirming' | 'confirmed' | 'unconfirmed' }>

/** Covers the plans from the moment something was paid until what it came to is known. */
export function PaymentOutcome({ state, checkout }: { state: Shown; checkout: Checkout }) {
  if (state.phase === 'unconfirmed') return <Unconfirmed paymentId={state.paymentId} checkout={checkout} />
  const confirmed = state.phase === 'confirmed'
  return (
    <Dialog
      open
      title={confirmed ? 'Payment confirmed' : 'Confirming your payment'}
      description={
        confirmed
          ? 'Premium is yours. Taking you to your conversations.'
          : 'This takes a few seconds. Please keep this page open.'
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
          {confirmed ? 'Payment confirmed' : 'Confirming your payment'}
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
      title="Your payment is not confirmed yet"
      description="Please wait up to 5 minutes: premium is activated by itself as soon as your bank has confirmed. If it is not, contact support with the payment ID. Do not pay again."
    >
      <dl className="payment-facts">
        <div>
          <dt>Payment ID</dt>
          <dd className="payment-id">{paymentId}</dd>
        </div>
        <div>
          <dt>Support</dt>
          <dd>
            <a
              className="link"
              href={`mailto:${PRODUCT.supportEmail}?subject=${encodeURIComponent(`Payment ${paymentId}`)}`}
            >
              {PRODUCT.supportEmail}
            </a>
          </dd>
        </div>
      </dl>
      <div className="payment-actions">
        <Button variant="quiet" onClick={checkout.close}>
          Close
        </Button>
        <Button variant="primary" onClick={() => void checkout.confirmAgain()}>
          Check again
        </Button>
      </div>
    </Dialog>
  )
}
