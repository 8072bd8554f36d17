import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv4 } from 'node:net'
import * as z from 'zod'
import { plainAddress } from './network.ts'

/** The proxies whose entries in X-Forwarded-For are trusted: a number of them, or those in these networks. */
export type TrustedProxies = { readonly hops: number } | { readonly networks: BlockList }

const MAX_HOPS = 10
const EXPECTED = `expected on, off, a number of proxies from 1 to ${MAX_HOPS}, or networks such as 10.0.0.0/8,fd00::/8`

/** Reads the setting TRUST_PROXY. `on` means one proxy. */
export const trustedProxies = z.string().transform((text, context): TrustedProxies => {
  const value = text.toLowerCase()
  if (value === 'off') return { hops: 0 }
  if (value === 'on') return { hops: 1 }
  if (/^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= MAX_HOPS) return { hops: Number(value) }
  const networks = new BlockList()
  if (value.split(',').every((entry) => addNetwork(networks, entry.trim()))) return { networks }
  context.addIssue({ code: 'custom', message: EXPECTED })
  return z.NEVER
})

function addNetwork(networks: BlockList, entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  const family = version === 4 ? 'ipv4' : 'ipv6'
  if (prefix === undefined) {
    networks.addAddress(address, family)
    return true
  }
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > (version === 4 ? 32 : 128)) return false
  networks.addSubnet(address, Number(prefix), family)
  return true
}

/**
 * Returns the address that a request came from. X-Forwarded-For is read from the right, one entry for each trusted
 * proxy, because a caller can write the entries further left. An entry that is not an address ends the walk.
 */
export function clientAddress(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trusted: TrustedProxies,
): string {
  let address = plainAddress(socket.remoteAddress ?? '')
  const entries = String(headers['x-forwarded-for'] ?? '').split(',')
  for (let hop = 0; entries.length > 0 && isTrusted(address, hop, trusted); hop += 1) {
    const next = addressIn(entries.pop() ?? '')
    if (next === null) break
    address = next
  }
  return address
}

/** Returns whether a request came directly from a trusted proxy, whose other headers can then be trusted too. */
export const isFromTrustedProxy = (
  { socket }: Pick<IncomingMessage, 'socket'>,
  trusted: TrustedProxies,
): boolean => isTrusted(plainAddress(socket.remoteAddress ?? ''), 0, trusted)

const isTrusted = (address: string, hop: number, trusted: TrustedProxies) =>
  'hops' in trusted ? hop < trusted.hops : trusted.networks.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')

/** Returns the address in an entry, which some proxies write with a port; null when there is none. */
function addressIn(entry: string): string | null {
  const text = entry.trim()
  const bare = /^\[([^\]]+)\](:\d+)?$/.exec(text)?.[1] ?? /^(\d[\d.]*):\d+$/.exec(text)?.[1] ?? text
  return isIP(bare) === 0 ? null : plainAddress(bare)
}

/** Returns the part of the User-Agent header that is stored. */
export const clientProgram = ({ headers }: IncomingMessage): string | null =>
  headers['user-agent']?.slice(0, 400) || null
