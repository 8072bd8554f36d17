import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** Addresses that many share by their nature: seen from such a one, it is a proxy of ours that asks, not a person. */
const NOBODYS = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  NOBODYS.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  NOBODYS.addSubnet(network, prefix, 'ipv6')

/** An IPv4 address, or the network of an IPv6 address that one household has; null where it tells nothing. */
export function networkOf(address: string): string | null {
  const plain = address.replace(/%.*$/, '')
  const mapped = plain.slice(plain.lastIndexOf(':') + 1)
  if (isIPv4(mapped)) return NOBODYS.check(mapped, 'ipv4') ? null : mapped
  if (!isIPv6(plain) || NOBODYS.check(plain, 'ipv6')) return null
  const [head = '', tail] = plain.toLowerCase().split('::')
  const left = head.split(':').filter((group) => group !== '')
  const right = (tail ?? '').split(':').filter((group) => group !== '')
  const gap = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0')
  const groups = [...left, ...gap, ...right].map((group) => Number.parseInt(group, 16).toString(16))
  return `${groups.slice(0, 4).join(':')}::/64`
}
