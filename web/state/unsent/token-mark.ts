/**
 * Returns what tells whether a session is the same, without its token: the first half of its SHA-256. Null where the browser
 * computes none, as on pages without encryption.
 */
export async function tokenMark(token: string, crypto: Crypto = globalThis.crypto): Promise<string | null> {
  if (!crypto.subtle) return null
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return Array.from(new Uint8Array(hash).slice(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
