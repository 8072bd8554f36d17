import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { BlockList, isIPv6, type LookupFunction } from 'node:net'
import { plainAddress } from '#server/platform/http/network.ts'

/** Networks that are not on the public internet (IANA's special-purpose registries). */
const SPECIAL = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  SPECIAL.addSubnet(network, prefix, 'ipv4')

/** Public IPv6 addresses are within this network, except for those that embed an IPv4 address. */
const GLOBAL_V6 = new BlockList()
GLOBAL_V6.addSubnet('2000::', 3, 'ipv6')
const SPECIAL_V6 = new BlockList()
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  SPECIAL_V6.addSubnet(network, prefix, 'ipv6')

/** Returns whether an address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  const plain = plainAddress(address)
  return isIPv6(plain)
    ? GLOBAL_V6.check(plain, 'ipv6') && !SPECIAL_V6.check(plain, 'ipv6')
    : !SPECIAL.check(plain, 'ipv4')
}

/** Looks up a host name for a connection. Fails when one of its addresses is not on the public internet. */
export const createPublicLookup =
  (resolve: typeof systemLookup = systemLookup): LookupFunction =>
  (hostname, { family, hints }, callback) => {
    const answer = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => {
      if (error) return callback(error, [])
      if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new Error('the push service has no public address'), [])
      callback(null, addresses)
    }
    resolve(hostname, { all: true, family: family ?? 0, hints: hints ?? 0 }, answer)
  }
