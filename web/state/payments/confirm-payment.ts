import { TIMING } from '#schema/limits.ts'
import type { Plan } from '#schema/plans.ts'
import type { Api } from '../../data/api.ts'

interface Paid {
  plan: Plan
  paymentId: string
  /** Whether this is the first check, right after the payment. */
  first: boolean
}

/**
 * Returns whether the server activated premium for a payment (spec §4, Payment). Never throws; an error counts as
 * unconfirmed.
 */
export async function confirmPayment(
  { api, wait }: { api: Api; wait(milliseconds: number): Promise<void> },
  { plan, paymentId, first }: Paid,
): Promise<boolean> {
  const params = { paymentId }
  try {
    if (plan.id === 'weekly' || plan.id === 'monthly' || plan.id === 'annual') {
      const { data } = await api.call('subscribe', { params: { plan: plan.id }, body: params })
      return data.premiumActivated
    }
    // The provider's API reports a payment shortly after its callback.
    if (first) await wait(TIMING.statusCheckDelay)
    const { data } = await api.call('getPaymentStatus', { params })
    if (data.premiumActivated) return true
    if (data.status !== 'authorized') return false
    return (await api.call('capturePayment', { params })).data.success === 'true'
  } catch {
    return false
  }
}
