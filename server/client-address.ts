import type { IncomingMessage } from 'node:http'

/**
 * Where a request came from. Behind a proxy it is what that proxy added to X-Forwarded-For, which is the last entry: those
 * before it are whatever the caller wrote.
 */
export function clientAddress(request: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? request.headers['x-forwarded-for'] : undefined
  const last = forwarded === undefined ? undefined : String(forwarded).split(',').at(-1)?.trim()
  return last || (request.socket.remoteAddress ?? '')
}

/** As much of it as is kept. */
export const clientProgram = ({ headers }: IncomingMessage): string | null =>
  headers['user-agent']?.slice(0, 400) || null
