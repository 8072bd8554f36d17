import * as z from 'zod'

const UNREADABLE = '…'

/** What a message says about an address whose user or password is read as another part of it. */
export const UNENCODED =
  'write special characters of the user and the password as %XX, such as %2F for / and %23 for #'

/** The setting of an address that may contain a password, such as `postgres://user:password@host/name`. */
export const address = (protocols: RegExp, expected: string) =>
  z
    .url({ protocol: protocols, error: expected })
    .refine((value) => value.includes('://'), expected)
    .refine(isUnambiguous, UNENCODED)

/** Returns whether every part of an address is what it seems: a `/` in a password would make the rest of it a path. */
export function isUnambiguous(value: string): boolean {
  if (!URL.canParse(value)) return true
  const { username, password, pathname, search, hash } = new URL(value)
  if (`${pathname}${search}${hash}`.includes('@')) return false
  return [username, password, pathname].every(isDecodable)
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Returns an address without its user, password and options; `…` when it cannot be divided into these parts. */
export function withoutPassword(value: string): string {
  if (!URL.canParse(value) || !isUnambiguous(value)) return UNREADABLE
  const { protocol, username, password, host, pathname } = new URL(value)
  if (host === '') return UNREADABLE
  return `${protocol}//${username || password ? '…@' : ''}${host}${pathname}`
}
