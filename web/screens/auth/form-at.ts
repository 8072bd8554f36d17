/** What the card shows: the login, the first question to a newcomer, or the whole registration. */
export type AuthForm = 'login' | 'question' | 'register'

/** The address of each form. */
export const FORM_ADDRESSES = { login: '/auth', question: '/', register: '/register' } as const

/**
 * Returns the form that an address opens on; null for the other pages, beside which any form stays open. The first page
 * has the login in a browser in which someone has logged in before.
 */
export function formAt(path: string, hasLoggedIn: boolean): AuthForm | null {
  if (path === '/register') return 'register'
  if (path === '/auth') return 'login'
  if (path === '/') return hasLoggedIn ? 'login' : 'question'
  return null
}
