import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** Private and local networks. Their addresses belong to proxies and identify no household. */
const SHARED = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  SHARED.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  SHARED.addSubnet(network, prefix, 'ipv6')

/** Returns the IPv4 address, or the /64 network of an IPv6 address; null when the address identifies no household. */
export function networkOf(address: string): string | null {
  const plain = plainAddress(address)
  if (isIPv4(plain)) return SHARED.check(plain, 'ipv4') ? null : plain
  if (!isIPv6(plain) || SHARED.check(plain, 'ipv6')) return null
  return subnetOf(plain)
}

/**
 * Returns the key that limits by address count under: the IPv4 address, or the /64 network of an IPv6 address, because
 * one subscriber holds a whole /64. Text that is no address is its own key.
 */
export function addressKeyOf(address: string): string {
  const plain = plainAddress(address)
  return isIPv6(plain) ? subnetOf(plain) : plain
}

/** Returns an address without its zone, and an IPv4-mapped IPv6 address as the IPv4 address it stands for. */
export function plainAddress(address: string): string {
  const plain = address.replace(/%.*$/, '')
  const embedded = plain.slice(plain.lastIndexOf(':') + 1)
  if (isIPv4(embedded)) return embedded
  if (!isIPv6(plain)) return plain
  const groups = groupsOf(plain)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  return isMapped
    ? groups
        .slice(6)
        .flatMap((group) => [group >> 8, group & 0xff])
        .join('.')
    : plain
}

const subnetOf = (address: string) =>
  `${groupsOf(address)
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`

function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const left = head.split(':').filter((group) => group !== '')
  const right = (tail ?? '').split(':').filter((group) => group !== '')
  const gap = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0')
  return [...left, ...gap, ...right].map((group) => Number.parseInt(group, 16))
}
