/** The card provider's checkout, as its script defines it on the window. */
export interface CardCheckoutOptions {
  key: string
  order_id: string
  amount: number
  currency: string
  name: string
  description: string
  prefill: { name: string; email: string; contact: string }
  theme: { color: string }
  /** Seconds. */
  timeout: number
  retry: { enabled: boolean }
  modal: { ondismiss(): void }
  handler(response: CardCheckoutResponse): void
}

export interface CardCheckoutResponse {
  razorpay_payment_id?: string
  razorpay_order_id?: string
  razorpay_signature?: string
}

export interface CardCheckoutFailure {
  error?: { code?: string; description?: string; metadata?: { payment_id?: string } }
}

export interface CardCheckout {
  open(): void
  close(): void
  on(event: 'payment.failed', listener: (failure: CardCheckoutFailure) => void): void
}

export type CardCheckoutClass = new (options: CardCheckoutOptions) => CardCheckout

const isClass = (value: unknown): value is CardCheckoutClass => typeof value === 'function'

/** Returns a function that loads the provider's script once. After a failure the next call tries again. */
export function createCardCheckoutLoader(window: Window): (script: string) => Promise<CardCheckoutClass> {
  let loading: Promise<CardCheckoutClass> | null = null

  const defined = (): unknown => Reflect.get(window, 'Razorpay')

  async function load(source: string) {
    // Another screen may have loaded it already.
    const known = defined()
    if (isClass(known)) return known
    return new Promise<CardCheckoutClass>((resolve, reject) => {
      const script = window.document.createElement('script')
      script.src = source
      script.async = true
      script.onload = () => {
        const found = defined()
        if (isClass(found)) resolve(found)
        else reject(new Error('the checkout script defines no checkout'))
      }
      script.onerror = () => {
        script.remove()
        reject(new Error('the checkout script could not be loaded'))
      }
      window.document.head.append(script)
    })
  }

  return (source) => {
    loading ??= load(source).catch((error: unknown) => {
      loading = null
      throw error
    })
    return loading
  }
}
