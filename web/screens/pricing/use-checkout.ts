import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { User } from '#schema/account.ts'
import type { PaymentOptions } from '#schema/billing.ts'
import { TIMING } from '#schema/limits.ts'
import { createCardCheckoutLoader } from '../../data/card-checkout.ts'
import { desktop, openOutside, serverOrigin } from '../../desktop.ts'
import { useServices, useStore } from '../../hooks/services.tsx'
import { type Checkout, createCheckout } from '../../state/payments/checkout.ts'
import type { CheckoutState } from '../../state/payments/checkout-state.ts'

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** Returns the checkout, its state, and the server's payment options once they are loaded. */
export function useCheckout(
  user: User,
  preload: boolean,
): { checkout: Checkout; state: CheckoutState; options: PaymentOptions | null } {
  const { api, session, toasts } = useServices()
  const navigate = useNavigate()
  const [options, setOptions] = useState<PaymentOptions | null>(null)

  const [{ checkout, loadCardCheckout, fetchOptions }] = useState(() => {
    const loadCardCheckout = createCardCheckoutLoader(window)
    let pending: Promise<PaymentOptions> | null = null
    const fetchOptions = () => {
      pending ??= api.call('getPaymentOptions', {}).then(
        ({ data }) => data,
        (error: unknown) => {
          pending = null
          throw error
        },
      )
      return pending
    }
    const checkout = createCheckout({
      api,
      toasts,
      user,
      token: () => session.token(),
      options: fetchOptions,
      loadCardCheckout,
      openTab: openOutside,
      async finish({ leadHome }) {
        await session.refresh().catch(() => undefined)
        if (leadHome) navigate('/', { replace: true })
      },
      wait,
    })
    return { checkout: desktop() ? cardsOutside(checkout) : checkout, loadCardCheckout, fetchOptions }
  })

  useEffect(() => {
    let isMounted = true
    // If this fails, the first press of a plan asks again and shows the error.
    fetchOptions().then(
      (found) => isMounted && setOptions(found),
      () => undefined,
    )
    return () => {
      isMounted = false
    }
  }, [fetchOptions])

  /** The desktop app loads no third-party pages or scripts, so card payments open in the browser. */
  function cardsOutside(checkout: Checkout): Checkout {
    return {
      ...checkout,
      async choose(plan, currency) {
        if (currency.code !== 'INR') return checkout.choose(plan, currency)
        const address = `${await serverOrigin()}/pricing`
        const opened = openOutside(address)
        toasts.show({
          title: t`Pay in your browser`,
          description: opened
            ? t`We opened the plans there. Premium appears here after you have paid.`
            : t`Please open ${address} in your browser.`,
        })
      },
    }
  }

  const script = options?.card?.script
  useEffect(() => {
    if (!preload || !script || desktop()) return
    const timer = setTimeout(() => {
      loadCardCheckout(script).catch(() => undefined)
    }, TIMING.checkoutPreload)
    return () => clearTimeout(timer)
  }, [preload, script, loadCardCheckout])

  useEffect(() => checkout.attach(), [checkout])
  const state = useStore(checkout)
  useReturnFromPaypal(state.phase === 'approving')
  return { checkout, state, options }
}

/**
 * Refreshes the session when the member returns from the PayPal tab. With Premium active, the plans page redirects by
 * itself.
 */
function useReturnFromPaypal(approving: boolean) {
  const { session } = useServices()
  useEffect(() => {
    if (!approving) return
    const refreshIfVisible = () => {
      if (document.visibilityState === 'visible') void session.refresh().catch(() => undefined)
    }
    document.addEventListener('visibilitychange', refreshIfVisible)
    window.addEventListener('focus', refreshIfVisible)
    return () => {
      document.removeEventListener('visibilitychange', refreshIfVisible)
      window.removeEventListener('focus', refreshIfVisible)
    }
  }, [approving, session])
}
