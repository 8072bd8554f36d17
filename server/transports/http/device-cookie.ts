import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { parseCookie, stringifySetCookie } from 'cookie'
import { cookieName } from './cookie-name.ts'

const FORM = /^[\w-]{43}$/
const DAY_SECONDS = 24 * 60 * 60

/** What a browser is given to be recognised by, should its owner be banned: random, and only its keyed hash is kept. */
export interface DeviceCookie {
  /** The browser's own mark; null where it has none, or the operator keeps no signals. */
  given(request: IncomingMessage): string | null
  /** The browser's own mark, or a new one; null where the operator keeps no signals. */
  of(request: IncomingMessage): string | null
  /** Lasts from now on as long as signals are kept. */
  cookie(device: string): string
}

export function createDeviceCookie({ secure, days }: { secure: boolean; days: number }): DeviceCookie {
  const name = cookieName('device', secure)

  function given({ headers }: IncomingMessage) {
    const mark = days > 0 && headers.cookie ? parseCookie(headers.cookie)[name] : undefined
    return mark && FORM.test(mark) ? mark : null
  }

  return {
    given,
    of: (request) => (days > 0 ? (given(request) ?? randomBytes(32).toString('base64url')) : null),
    cookie: (device) =>
      stringifySetCookie({
        name,
        value: device,
        httpOnly: true,
        sameSite: 'lax',
        secure,
        path: '/',
        maxAge: days * DAY_SECONDS,
      }),
  }
}
