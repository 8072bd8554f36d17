import { checkProviders, type PaymentSettings, paymentSettingsOf } from '#server/domains/billing/index.ts'
import { type Check, type CheckInput, result } from '../check.ts'

const DETAILS = {
  works: ['ok', 'the keys work; webhooks show themselves with the first payment'],
  'not configured': ['off', 'not configured: its orders get 503'],
  'keys refused': ['failed', 'the keys are wrong, or belong to the other mode'],
  unreachable: ['failed', 'cannot be reached, or answered with an error'],
} as const

/** Checks the payment providers of the configuration, or others in tests. */
export const createPaymentCheck =
  (settingsOf: (config: CheckInput['config']) => PaymentSettings = paymentSettingsOf): Check =>
  async ({ config }) => {
    const { providers, testMode } = await checkProviders(settingsOf(config))
    return [
      ...providers.map(({ name, state }) => result(DETAILS[state][0], name, DETAILS[state][1])),
      ...(testMode && config.nodeEnv === 'production'
        ? [result('warning', 'payments', 'a provider is in its test mode: no real money moves')]
        : []),
    ]
  }
