import { isIPv4, isIPv6 } from 'node:net'
import { isPublic } from './public-address.ts'

/**
 * Returns the network that counts as one place of callers: an IPv4 address, or the first 64 bits of an IPv6 address,
 * since the owner of one address of such a network has them all. In one spelling.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? ''
  if (isIPv4(mapped)) return mapped
  if (!isIPv6(address)) return address
  const [start = [], end = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - start.length - end.length }, () => '0')
  const all = [...start, ...zeros, ...end]
  // 6to4: the 48 bits that an IPv4 address has there.
  const groups = all.slice(0, start[0] === '2002' ? 3 : 4)
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}

/**
 * Returns the network of a caller from the internet; null for one of this machine or of a private network. IPv4 where a
 * socket for both writes it as IPv6, and the ways by which IPv4 comes through IPv6, are of the internet too.
 */
export function publicNetworkOf(address: string): string | null {
  const network = networkOf(address)
  const isTunnel = isIPv6(address) && /^200[12]:/.test(network)
  return isTunnel || isPublic(isIPv4(network) ? network : address) ? network : null
}
