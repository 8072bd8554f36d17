import type { IncomingMessage } from 'node:http'
import { isIPv4 } from 'node:net'
import { plainAddress } from './network.ts'

/** Returns whether a host name or address can be reached from this machine only. Accepts `[::1]` as URLs write it. */
export function isLoopback(host: string): boolean {
  const name = plainAddress(host.toLowerCase().replace(/^\[(.*)\]$/, '$1'))
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'))
}

/** The headers that proxies add to requests. */
const FORWARDING =
  /^(forwarded|via|x-forwarded(-.+)?|x-original-forwarded-for|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/

/**
 * Returns whether a request was made on this machine, to this machine, with no proxy in between. The Host header is
 * checked because a page of another site can point its own name at 127.0.0.1 (DNS rebinding).
 */
export function isLocalRequest({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
  const host = `http://${headers.host ?? ''}`
  return (
    isLoopback(socket.remoteAddress ?? '') &&
    URL.canParse(host) &&
    isLoopback(new URL(host).hostname) &&
    !Object.keys(headers).some((name) => FORWARDING.test(name))
  )
}
