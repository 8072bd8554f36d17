import { t } from '@lingui/core/macro'
import type { ErrorCode } from '#schema/errors.ts'

/** A call that did not succeed. `status` is 0 when the server did not answer. */
export class ApiFailure extends Error {
  readonly status: number
  readonly code: ErrorCode | 'NETWORK' | 'OUTDATED' | 'UNREADABLE'
  readonly fields: Readonly<Record<string, string>>
  /** The earlier payment, with the code EARLIER_PAYMENT. */
  readonly paymentId: string | undefined

  constructor(
    status: number,
    code: ApiFailure['code'],
    message: string,
    fields: Readonly<Record<string, string>> = {},
    paymentId?: string,
  ) {
    super(message)
    this.name = 'ApiFailure'
    this.status = status
    this.code = code
    this.fields = fields
    this.paymentId = paymentId
  }
}

export const unreachable = () =>
  new ApiFailure(0, 'NETWORK', t`We cannot reach the server. Check your connection and try again.`)

/**
 * Throws for a chunk of the app that could not be fetched. The next `import()` fetches it again.
 * @throws ApiFailure OUTDATED if the server answers: a deployment has replaced the chunk. Otherwise NETWORK.
 */
export async function notLoaded(): Promise<never> {
  const answers = await fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!answers) throw unreachable()
  throw new ApiFailure(0, 'OUTDATED', t`A new version is available. Reload this page, then try again.`)
}

export const messageOf = (error: unknown, fallback: string) =>
  error instanceof ApiFailure && error.message ? error.message : fallback

export const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** Whether the session ended. A GraphQL screen shows every other failure itself. */
export const isSessionOver = (error: unknown) =>
  error instanceof ApiFailure && (error.status === 401 || error.code === 'SUSPENDED')

/**
 * Whether the policy of every call already shows a toast for this failure: the session ended, or calls came too fast.
 */
export const isReportedAlready = (error: unknown) =>
  error instanceof ApiFailure && (error.status === 401 || error.status === 429 || error.code === 'SUSPENDED')
