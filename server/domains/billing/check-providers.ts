import { PAYMENT_PROVIDERS, type PaymentProviderName } from '#schema/billing.ts'
import { ProviderFailure } from './providers/provider.ts'
import { createProviders, hasTestMode, type PaymentSettings } from './providers/registry.ts'

export interface ProviderCheck {
  name: PaymentProviderName
  state: 'works' | 'not configured' | 'keys refused' | 'unreachable'
}

/** An order that no provider knows. */
const UNKNOWN_ORDER = 'order_0000000000000'

/** Asks each configured provider for an unknown order: the keys work if the provider answers that it knows none. */
export async function checkProviders(
  settings: PaymentSettings,
): Promise<{ providers: ProviderCheck[]; testMode: boolean }> {
  const configured = createProviders(settings)
  const providers = PAYMENT_PROVIDERS.map(async (name): Promise<ProviderCheck> => {
    const provider = configured[name]
    if (!provider) return { name, state: 'not configured' }
    try {
      await provider.order(UNKNOWN_ORDER)
      return { name, state: 'works' }
    } catch (error) {
      const status = error instanceof ProviderFailure ? error.status : null
      if (status === 401 || status === 403) return { name, state: 'keys refused' }
      return { name, state: status === 400 || status === 404 ? 'works' : 'unreachable' }
    }
  })
  return { providers: await Promise.all(providers), testMode: hasTestMode(settings) }
}
