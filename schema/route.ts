import * as z from 'zod'

/** `member`: a session is needed, as a bearer token or as the cookie. `admin`: that of an administrator. */
export type RouteAccess = 'public' | 'member' | 'admin'

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** `{name}` marks a path parameter. */
  readonly path: string
  readonly access: RouteAccess
  /** A GET that changes state: the cookie alone opens it only from our own pages. */
  readonly changesState?: true
  readonly summary: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly headers?: z.ZodType
  readonly body?: z.ZodType
  /** The media type of the body where it is not JSON. */
  readonly bodyType?: 'text'
  readonly responses: Readonly<Record<number, z.ZodType>>
}

/** What a call answers that only has to have been done. */
export const done = z.object({ success: z.literal(true) })
export const doneWithMessage = z.object({ success: z.literal(true), message: z.string() })
