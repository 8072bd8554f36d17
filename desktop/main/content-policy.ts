/**
 * What every page of the app is allowed: itself, and its server for subscriptions. Nothing is loaded from elsewhere.
 * A page with null for the server makes no requests.
 */
export function contentPolicy(serverAddress: string | null): string {
  const connections = serverAddress === null ? "'none'" : `'self' ${serverAddress.replace(/^http/, 'ws')}`
  return [
    "default-src 'none'",
    "script-src 'self'",
    // Radix places and locks with style elements of its own.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${connections}`,
    "manifest-src 'self'",
    "object-src 'none'",
    "frame-src 'none'",
    // The proof of work is done beside the page.
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
