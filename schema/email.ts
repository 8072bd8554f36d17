import * as z from 'zod'
import { LIMITS } from './limits.ts'

/** The rules of z.email(), and the top-level domains in Punycode that it refuses. */
const STORED =
  /^(?:[a-z0-9_'+-]+\.)*[a-z0-9_'+-]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/

/** Letters, digits and marks of every script, and the dots and joiners between them. */
const DOMAIN = /^[\p{L}\p{M}\p{N}\p{Join_Control}.\u3002\uff0e\uff61-]+$/u

/**
 * Returns a domain in ASCII and lower case (IDNA, as browsers do it). Text that is not a domain is returned in lower case.
 * The URL parser needs no library in the browser; it would also read ports, paths and numbers as addresses.
 */
export function asciiDomain(domain: string): string {
  const isInternational = /[^\0-\x7f]/.test(domain) && DOMAIN.test(domain)
  try {
    if (isInternational && domain.length <= LIMITS.userName.max) return new URL(`http://${domain}`).hostname
  } catch {
    // No domain.
  }
  return domain.toLowerCase()
}

/**
 * Returns the form in which an address is stored and compared: without surrounding space, in lower case, with an ASCII
 * domain. Text without @ counts as a domain.
 */
export function storedEmail(email: string): string {
  const trimmed = email.trim()
  const domainStart = trimmed.lastIndexOf('@') + 1
  return trimmed.slice(0, domainStart).toLowerCase() + asciiDomain(trimmed.slice(domainStart))
}

/** An address to compare with stored ones. */
export const givenEmail = z.string().overwrite(storedEmail)

/** A valid address to store; its domain may be in any script. */
export const emailAddress = (invalid: string, given = givenEmail) =>
  given.max(LIMITS.userName.max, invalid).pipe(z.email({ pattern: STORED, error: invalid }))
