import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { ProviderFailure } from './providers/provider.ts'

/** Reports a provider's failure to the operator. @throws ApiError UNAVAILABLE in its place */
export async function reportProviderFailure<Result>(
  { failures, metrics }: Pick<Platform, 'failures' | 'metrics'>,
  call: Promise<Result>,
): Promise<Result> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    failures.of('billing')(error)
    metrics.counter('providerFailures', { provider: error.provider })()
    throw new ApiError(
      'UNAVAILABLE',
      text('We cannot reach the payment provider. Please try again in a few minutes.'),
    )
  }
}
