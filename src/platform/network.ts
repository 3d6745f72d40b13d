import { isIPv4, isIPv6 } from 'node:net'

/**
 * What counts as one place of callers: an IPv4 address, or the network of an IPv6 address, which are its
 * first 64 bits, since who has one of them has them all. In one spelling.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? ''
  if (isIPv4(mapped)) return mapped
  if (!isIPv6(address)) return address
  const [start = [], end = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - start.length - end.length }, () => '0')
  const groups = [...start, ...zeros, ...end].slice(0, 4)
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}
