import type { IncomingMessage } from 'node:http'
import { parseCookie, stringifySetCookie } from 'cookie'
import { BACKGROUND_HEADER } from '#schema/limits.ts'
import { text } from '#schema/translatable.ts'
import type { Accounts, Member } from '#server/domains/accounts/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Origins } from '#server/platform/http/origins.ts'
import { cookieName } from './cookie-name.ts'

const LIFETIME_SECONDS = 30 * 24 * 60 * 60

export interface Authentication {
  /**
   * Returns who makes this request: by bearer token, else by the cookie. The cookie counts for our own pages only; null
   * without a session. @throws ApiError FORBIDDEN when the cookie alone would change state for another page
   */
  memberOf(request: IncomingMessage, changesState: boolean): Promise<Member | null>
  /**
   * Refuses a change of state by a page that is neither ours nor listed and carries no token, such as a login that
   * would put its victim into the attacker's account. @throws ApiError FORBIDDEN
   */
  assertKnownPage(request: IncomingMessage): void
  /** Whether this request's page may be given cookies: pages of other origins use bearer tokens. */
  takesCookies(request: IncomingMessage): boolean
  cookie(token: string): string
  readonly clearedCookie: string
}

export function createAuthentication(deps: {
  accounts: Pick<Accounts, 'memberOf'>
  origins: Pick<Origins, 'pageOf'>
  secure: boolean
}): Authentication {
  const attributes = { httpOnly: true, sameSite: 'lax', secure: deps.secure, path: '/' } as const
  const name = cookieName('session', deps.secure)
  const foreign = () => new ApiError('FORBIDDEN', text('This request did not come from our own pages.'))

  /** What a page asks for by itself, and a stream that comes back, is no use of the session. */
  const inBackground = ({ headers, url }: IncomingMessage) => ({
    background: headers[BACKGROUND_HEADER] !== undefined || (url ?? '').startsWith('/subscribe/'),
  })

  return {
    async memberOf(request, changesState) {
      const { authorization, cookie, origin } = request.headers
      if (authorization !== undefined) {
        const [scheme, token] = authorization.split(' ')
        return scheme?.toLowerCase() === 'bearer' && token
          ? deps.accounts.memberOf(token, inBackground(request))
          : null
      }
      const token = cookie ? parseCookie(cookie)[name] : undefined
      if (!token) return null
      if (deps.origins.pageOf(request) !== 'own') {
        if (changesState) throw foreign()
        // Without Origin it is a program, or a link that a person followed.
        if (origin !== undefined) return null
      }
      return deps.accounts.memberOf(token, inBackground(request))
    },
    assertKnownPage(request) {
      if (request.headers.authorization === undefined && deps.origins.pageOf(request) === 'foreign')
        throw foreign()
    },
    takesCookies(request) {
      const page = deps.origins.pageOf(request)
      return page === 'own' || page === 'unstated'
    },
    cookie: (token) => stringifySetCookie({ name, value: token, ...attributes, maxAge: LIFETIME_SECONDS }),
    clearedCookie: stringifySetCookie({ name, value: '', ...attributes, maxAge: 0 }),
  }
}
