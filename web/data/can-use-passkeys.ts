import { desktop } from '../desktop.ts'

/**
 * Returns whether this page can use passkeys: a secure page on a domain, which is no IP address, in a browser that has
 * them. The desktop app has none.
 */
export const canUsePasskeys = () =>
  desktop() === null &&
  'PublicKeyCredential' in window &&
  window.isSecureContext &&
  /^https?:$/.test(location.protocol) &&
  !/^[\d.]+$|:/.test(location.hostname)

/** Returns whether this device itself can keep a passkey and check its owner, by fingerprint, face or PIN. */
export const canKeepPasskeys = async (): Promise<boolean> =>
  canUsePasskeys() &&
  (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false))
