/**
 * Returns the content security policy of the app's pages: they load only from the app, and connect to the server for
 * subscriptions. With null for the server, a page may make no requests.
 */
export function contentPolicy(serverAddress: string | null): string {
  const connections = serverAddress === null ? "'none'" : `'self' ${serverAddress.replace(/^http/, 'ws')}`
  return [
    "default-src 'none'",
    "script-src 'self'",
    // Radix adds style elements for positioning and scroll locking.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${connections}`,
    "manifest-src 'self'",
    "object-src 'none'",
    "frame-src 'none'",
    // A worker computes the proof of work.
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
