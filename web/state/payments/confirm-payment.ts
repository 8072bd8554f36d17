import { TIMING } from '#schema/limits.ts'
import type { Plan } from '#schema/plans.ts'
import type { Api } from '../../data/api.ts'

interface Paid {
  plan: Plan
  paymentId: string
  /** Right after the payment, rather than when it is asked about once more. */
  first: boolean
}

/** Whether the server has premium for a payment now (spec §4, Payment). Never throws: whoever has paid is told how to go on. */
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
    // The provider needs a moment between its callback and its books.
    if (first) await wait(TIMING.statusCheckDelay)
    const { data } = await api.call('getPaymentStatus', { params })
    if (data.premiumActivated) return true
    if (data.status !== 'authorized') return false
    return (await api.call('capturePayment', { params })).data.success === 'true'
  } catch {
    return false
  }
}
