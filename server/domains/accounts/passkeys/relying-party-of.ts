import type { Config } from '#server/platform/config/config.ts'

/** The site that the passkeys belong to. */
export interface RelyingParty {
  /** The domain of PUBLIC_URL. Passkeys work on it and below it, and never on an IP address. */
  id: string
  /** The origins whose pages may use the passkeys. */
  origins: readonly string[]
}

/** Returns the site of passkeys: the domain of PUBLIC_URL, and those of our origins that are on it. */
export function relyingPartyOf({
  publicUrl,
  ownOrigins,
}: Pick<Config, 'publicUrl' | 'ownOrigins'>): RelyingParty {
  const id = new URL(publicUrl).hostname
  return { id, origins: ownOrigins.filter((origin) => new URL(origin).hostname === id) }
}
