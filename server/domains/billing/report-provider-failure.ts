import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { type Metrics, NO_METRICS } from '#server/platform/metrics/metrics.ts'
import { ProviderFailure } from './providers/provider.ts'

/** Reports a provider's failure to the operator, and throws UNAVAILABLE for the member. */
export async function reportProviderFailure<Result>(
  call: Promise<Result>,
  onError: (error: unknown) => void,
  metrics: Metrics = NO_METRICS,
): Promise<Result> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    onError(error)
    metrics.counter('providerFailures', { provider: error.provider })()
    throw new ApiError(
      'UNAVAILABLE',
      text('We cannot reach the payment provider. Please try again in a few minutes.'),
    )
  }
}
