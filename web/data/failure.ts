import type { ErrorCode } from '#schema/errors.ts'

/** A call that did not succeed. `status` is 0 when there was no answer at all. */
export class ApiFailure extends Error {
  readonly status: number
  readonly code: ErrorCode | 'NETWORK' | 'UNREADABLE'
  readonly fields: Readonly<Record<string, string>>
  /** With EARLIER_PAYMENT: the earlier payment. */
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

const CANNOT_REACH = 'We cannot reach the server. Check your connection and try again.'

export const unreachable = () => new ApiFailure(0, 'NETWORK', CANNOT_REACH)

/** For a part of the app that could not be fetched. The next `import()` fetches it again. @throws ApiFailure */
export function notLoaded(): never {
  throw unreachable()
}

export const messageOf = (error: unknown, fallback: string) =>
  error instanceof ApiFailure && error.message ? error.message : fallback

export const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** Over GraphQL only that the session is over has been told by then; everything else is the screen's to say. */
export const isSessionOver = (error: unknown) =>
  error instanceof ApiFailure && (error.status === 401 || error.code === 'SUSPENDED')

/** The session ended, or calls came too fast: every call's policy has told so already, and one toast shows at a time. */
export const isToldAlready = (error: unknown) =>
  error instanceof ApiFailure && (error.status === 401 || error.status === 429 || error.code === 'SUSPENDED')
