import type { Context, Middleware } from 'koa'
import helmet from 'koa-helmet'
import { apiHeaders, type ConstantHeaders } from '#server/platform/http/api-headers.ts'

/** What the card provider's checkout needs beyond its script: https://razorpay.com/docs/security/whitelists/ */
const CHECKOUT_FRAMES = ['https://api.razorpay.com', 'https://checkout.razorpay.com']
const CHECKOUT_CALLS = ['https://lumberjack.razorpay.com', 'https://api.razorpay.com']

/**
 * Returns a function that returns the security headers of a path. Answers below /api/ are data: they get the stricter policy
 * of `apiHeaders`. `checkoutScript` is the card provider's, null without one: pages may load it, and what it needs, when it
 * comes from another origin.
 */
export function securityHeaders(
  secure: boolean,
  checkoutScript: string | null,
): (path: string) => ConstantHeaders {
  const elsewhere = checkoutScript && !checkoutScript.startsWith('/') ? new URL(checkoutScript).origin : null
  const page = headersOf(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          // Where proofs of work are made.
          workerSrc: ["'self'"],
          ...(elsewhere && {
            scriptSrc: ["'self'", elsewhere],
            frameSrc: ["'self'", ...new Set([...CHECKOUT_FRAMES, elsewhere])],
            connectSrc: ["'self'", ...CHECKOUT_CALLS],
          }),
          // Radix places and locks with style elements of its own.
          styleSrc: ["'self'", "'unsafe-inline'"],
          imgSrc: ["'self'", 'data:'],
          objectSrc: ["'none'"],
          baseUri: ["'none'"],
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
        },
      },
      // With `same-origin`, a checkout in a frame of another origin could not open a bank's page: window.open returns null.
      crossOriginOpenerPolicy: { policy: checkoutScript ? 'same-origin-allow-popups' : 'same-origin' },
      strictTransportSecurity: secure,
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    }),
  )
  const api = apiHeaders(secure)
  return (path) => (path.startsWith('/api/') ? api : page)
}

/** Returns the headers that a middleware of helmet sets. They are the same for every request, so it runs once. */
function headersOf(middleware: Middleware): ConstantHeaders {
  const headers: Record<string, string> = {}
  const response = {
    setHeader(name: string, value: string) {
      headers[name] = value
    },
    removeHeader: () => undefined,
  }
  void middleware({ req: {}, res: response } as unknown as Context, async () => undefined)
  if (Object.keys(headers).length === 0) throw new Error('helmet set no header')
  return headers
}
