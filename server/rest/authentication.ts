import type { IncomingMessage } from 'node:http'
import { parseCookie, stringifySetCookie } from 'cookie'
import { BACKGROUND_HEADER } from '#schema/limits.ts'
import type { Accounts, Member } from '../accounts/index.ts'
import { ApiError } from '../errors.ts'

const COOKIE = 'rapport_session'
const LIFETIME_SECONDS = 30 * 24 * 60 * 60

export interface Authentication {
  /**
   * Who makes this request: by bearer token, else by the cookie. The cookie alone changes state only from our own
   * pages. Null without a session. @throws ApiError FORBIDDEN
   */
  memberOf(request: IncomingMessage, changesState: boolean): Promise<Member | null>
  cookie(token: string): string
  readonly clearedCookie: string
}

export function createAuthentication(deps: {
  accounts: Pick<Accounts, 'memberOf'>
  allowedOrigins: readonly string[]
  secure: boolean
}): Authentication {
  const attributes = { httpOnly: true, sameSite: 'lax', secure: deps.secure, path: '/' } as const

  function fromOurPages(request: IncomingMessage) {
    const { origin, host } = request.headers
    if (origin !== undefined) {
      // No browser lets a page of another site send our host as its own origin.
      return deps.allowedOrigins.includes(origin) || (URL.canParse(origin) && new URL(origin).host === host)
    }
    return request.headers['sec-fetch-site'] === 'same-origin'
  }

  /** What a page asks for by itself, and a stream that comes back, is no use of the session. */
  const inBackground = ({ headers, url }: IncomingMessage) => ({
    background: headers[BACKGROUND_HEADER] !== undefined || (url ?? '').startsWith('/subscribe/'),
  })

  return {
    async memberOf(request, changesState) {
      const { authorization, cookie } = request.headers
      if (authorization !== undefined) {
        const [scheme, token] = authorization.split(' ')
        return scheme?.toLowerCase() === 'bearer' && token
          ? deps.accounts.memberOf(token, inBackground(request))
          : null
      }
      const token = cookie ? parseCookie(cookie)[COOKIE] : undefined
      if (!token) return null
      if (changesState && !fromOurPages(request)) {
        throw new ApiError('FORBIDDEN', 'This request did not come from our own pages.')
      }
      return deps.accounts.memberOf(token, inBackground(request))
    },
    cookie: (token) =>
      stringifySetCookie({ name: COOKIE, value: token, ...attributes, maxAge: LIFETIME_SECONDS }),
    clearedCookie: stringifySetCookie({ name: COOKIE, value: '', ...attributes, maxAge: 0 }),
  }
}
