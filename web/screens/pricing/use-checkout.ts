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

/** The member's way through a payment, and how this server takes money once that is known. */
export function useCheckout(
  user: User,
  preload: boolean,
): { checkout: Checkout; state: CheckoutState; options: PaymentOptions | null } {
  const { api, session, toasts } = useServices()
  const navigate = useNavigate()
  const [options, setOptions] = useState<PaymentOptions | null>(null)

  const [{ checkout, loadCardCheckout, fetchOptions }] = useState(() => {
    const loadCardCheckout = createCardCheckoutLoader(window)
    let asked: Promise<PaymentOptions> | null = null
    const fetchOptions = () => {
      asked ??= api.call('getPaymentOptions', {}).then(
        ({ data }) => data,
        (error: unknown) => {
          asked = null
          throw error
        },
      )
      return asked
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
    let wanted = true
    // Without an answer, the first press asks again and tells what is wrong.
    fetchOptions().then(
      (found) => wanted && setOptions(found),
      () => undefined,
    )
    return () => {
      wanted = false
    }
  }, [fetchOptions])

  /** The desktop app loads no page or script of anybody else: cards are taken in the browser. */
  function cardsOutside(checkout: Checkout): Checkout {
    return {
      ...checkout,
      async choose(plan, currency) {
        if (currency.code !== 'INR') return checkout.choose(plan, currency)
        const address = `${await serverOrigin()}/pricing`
        const opened = openOutside(address)
        toasts.show({
          title: 'Pay in your browser',
          description: opened
            ? 'The plans are open there. Premium shows here once you paid.'
            : `Please open ${address} there.`,
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

/** Back from the other tab, the member may be premium by now: then the plans give way by themselves. */
function useReturnFromPaypal(approving: boolean) {
  const { session } = useServices()
  useEffect(() => {
    if (!approving) return
    const look = () => {
      if (document.visibilityState === 'visible') void session.refresh().catch(() => undefined)
    }
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
    }
  }, [approving, session])
}
