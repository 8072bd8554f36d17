import { t } from '@lingui/core/macro'
import type { User } from '#schema/account.ts'
import type { Order } from '#schema/billing.ts'
import { PRODUCT } from '#schema/product.ts'
import type { CardCheckout, CardCheckoutClass, CardCheckoutFailure } from '../../data/card-checkout.ts'

/** Spec §9: ten minutes, blue. */
const CHECKOUT_SECONDS = 600
const THEME = '#2563eb'

interface CardPageDetails {
  keyId: string
  order: Order
  planName: string
  user: Pick<User, 'displayName' | 'userName' | 'phone'>
}

/** Exactly one of these functions is called, and only once. */
export interface CardPageOutcome {
  /** `paymentId` is undefined when the provider sends none. */
  paid(paymentId: string | undefined): void
  failed(error: CardCheckoutFailure['error']): void
  dismissed(): void
}

/** Opens the card provider's page over ours. Rethrows errors of the provider's script. */
export function openCardPage(
  Gateway: CardCheckoutClass,
  { keyId, order, planName, user }: CardPageDetails,
  outcome: CardPageOutcome,
): CardCheckout {
  let isOver = false
  const finish = (report: () => void) => {
    if (isOver) return
    isOver = true
    report()
  }
  const page = new Gateway({
    key: keyId,
    order_id: order.orderId,
    amount: order.amount,
    currency: order.currency,
    name: PRODUCT.name,
    description: t`Premium, ${{ plan: planName }}`,
    prefill: { name: user.displayName, email: user.userName, contact: user.phone },
    theme: { color: THEME },
    timeout: CHECKOUT_SECONDS,
    retry: { enabled: false },
    modal: { ondismiss: () => finish(outcome.dismissed) },
    handler: ({ razorpay_payment_id: paymentId }) => finish(() => outcome.paid(paymentId)),
  })
  page.on('payment.failed', ({ error }) =>
    finish(() => {
      page.close()
      outcome.failed(error)
    }),
  )
  page.open()
  return page
}
