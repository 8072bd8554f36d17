import { t } from '@lingui/core/macro'
import type { Api } from '../../data/api.ts'

export interface CheckedPayment {
  /** `over`: the payment failed or was refunded, so the member may pay again. */
  outcome: 'active' | 'undecided' | 'over'
  message: string
}

/** Returns the outcome of an earlier payment. Captures one that the bank has approved. Never throws. */
export async function checkPayment(api: Api, paymentId: string): Promise<CheckedPayment> {
  const params = { paymentId }
  try {
    const { premiumActivated, status, message } = (await api.call('getPaymentStatus', { params })).data
    if (premiumActivated) return { outcome: 'active', message }
    if (status === 'pending') return { outcome: 'undecided', message }
    if (status !== 'authorized') return { outcome: 'over', message }
    const captured = (await api.call('capturePayment', { params })).data
    return { outcome: captured.success === 'true' ? 'active' : 'undecided', message: captured.message }
  } catch {
    return {
      outcome: 'undecided',
      message: t`We could not check this payment. Please try again in a minute.`,
    }
  }
}
