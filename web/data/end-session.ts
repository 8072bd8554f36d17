import { LOGOUT_ADDRESS } from './addresses.ts'

/** Answers after which the session cannot be used: it has ended, or it had ended before. */
const ENDED = [200, 401]

/**
 * Ends a session on the server, also while the page closes. Without a token, the cookie names the session. Returns
 * whether it has ended. Does not reject.
 */
export async function endSession(
  fetch: typeof globalThis.fetch,
  token: string | null,
  signal: AbortSignal,
): Promise<boolean> {
  const headers = token ? { Authorization: `Bearer ${token}` } : {}
  try {
    const { status } = await fetch(LOGOUT_ADDRESS, {
      method: 'GET',
      credentials: 'include',
      keepalive: true,
      headers,
      signal,
    })
    return ENDED.includes(status)
  } catch {
    return false
  }
}
