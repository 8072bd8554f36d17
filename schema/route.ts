import * as z from 'zod'

/**
 * `member`: needs a session, as a bearer token or as the cookie. `account`: also accepts sessions of suspended
 * members. `admin`: needs a session of an administrator.
 */
export type RouteAccess = 'public' | 'account' | 'member' | 'admin'

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** `{name}` marks a path parameter. */
  readonly path: string
  readonly access: RouteAccess
  /** A GET that changes state. With the cookie alone, it works only from our own pages. */
  readonly changesState?: true
  /** A call that changes state from any page, because its request is signed. */
  readonly anyPage?: true
  readonly summary: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly headers?: z.ZodType
  readonly body?: z.ZodType
  /** `text`: read unchanged, with any media type. `beacon`: JSON that a browser may send as text/plain. */
  readonly bodyType?: 'text' | 'beacon'
  /** The media type of the answer if it is a file, see `fileAnswer`. */
  readonly answerType?: 'application/zip'
  readonly responses: Readonly<Record<number, z.ZodType>>
}

/** A file for the user to save, streamed while it is read. */
export const fileAnswer = z.object({
  name: z.string(),
  size: z.number().int(),
  content: z.custom<AsyncIterable<Uint8Array>>(
    (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
  ),
})

/** The answer of a call without a result. */
export const done = z.object({ success: z.literal(true) })
export const doneWithMessage = z.object({ success: z.literal(true), message: z.string() })
