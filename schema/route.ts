import * as z from 'zod'

/**
 * `member`: a session is needed, as a bearer token or as the cookie. `account`: that of somebody suspended will do too,
 * for what they keep. `admin`: that of an administrator.
 */
export type RouteAccess = 'public' | 'account' | 'member' | 'admin'

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** `{name}` marks a path parameter. */
  readonly path: string
  readonly access: RouteAccess
  /** A GET that changes state: the cookie alone opens it only from our own pages. */
  readonly changesState?: true
  /** A change of state that any page may cause: its request proves itself by a signature. */
  readonly anyPage?: true
  readonly summary: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly headers?: z.ZodType
  readonly body?: z.ZodType
  /** `text`: read as it came, whatever its media type. `beacon`: JSON that a browser may send as text/plain. */
  readonly bodyType?: 'text' | 'beacon'
  /** The media type of the answer where it is a file: see `fileAnswer`. */
  readonly answerType?: 'application/zip'
  readonly responses: Readonly<Record<number, z.ZodType>>
}

/** A file to be kept, handed on as it is read. */
export const fileAnswer = z.object({
  name: z.string(),
  size: z.number().int(),
  content: z.custom<AsyncIterable<Uint8Array>>(
    (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
  ),
})

/** What a call answers that only has to have been done. */
export const done = z.object({ success: z.literal(true) })
export const doneWithMessage = z.object({ success: z.literal(true), message: z.string() })
