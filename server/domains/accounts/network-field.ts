import { networkOf } from '#server/platform/http/network.ts'

/** Returns the caller's network for the security log; undefined for a private or loopback address. */
export const networkField = (address: string | null): { network: string | undefined } => ({
  network: (address && networkOf(address)) || undefined,
})
