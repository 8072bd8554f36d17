import type { Config } from '#server/platform/config/config.ts'
import type { RelyingParty } from './passkey-context.ts'

/** Returns the site of passkeys: the domain of PUBLIC_URL, and those of our origins that are on it. */
export function relyingPartyOf({
  publicUrl,
  ownOrigins,
}: Pick<Config, 'publicUrl' | 'ownOrigins'>): RelyingParty {
  const id = new URL(publicUrl).hostname
  return { id, origins: ownOrigins.filter((origin) => new URL(origin).hostname === id) }
}
