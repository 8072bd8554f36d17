import { networkOf } from '#server/platform/http/network.ts'

/** Returns the caller's network for the security log; a private or loopback address tells none. */
export const networkIn = (address: string | null): { network: string | undefined } => ({
  network: (address && networkOf(address)) || undefined,
})
