import { PRODUCT } from '#schema/product.ts'

/**
 * Returns the name of a cookie. Under https it begins with `__Host-`: browsers then refuse it from other subdomains and
 * from plain http, so no attacker can plant one.
 */
export const cookieName = (purpose: 'session' | 'device', secure: boolean): string =>
  `${secure ? '__Host-' : ''}${PRODUCT.slug}_${purpose}`
