import { BlockList, isIP } from 'node:net'

/** Ranges that are not on the open internet, by the registries of special addresses (RFC 6890 and after). */
const special: [family: 'ipv4' | 'ipv6', net: string, bits: number][] = [
  ['ipv4', '0.0.0.0', 8],
  ['ipv4', '10.0.0.0', 8],
  ['ipv4', '100.64.0.0', 10],
  ['ipv4', '127.0.0.0', 8],
  ['ipv4', '169.254.0.0', 16],
  ['ipv4', '172.16.0.0', 12],
  ['ipv4', '192.0.0.0', 24],
  ['ipv4', '192.0.2.0', 24],
  ['ipv4', '192.88.99.0', 24],
  ['ipv4', '192.168.0.0', 16],
  ['ipv4', '198.18.0.0', 15],
  ['ipv4', '198.51.100.0', 24],
  ['ipv4', '203.0.113.0', 24],
  ['ipv4', '224.0.0.0', 4],
  ['ipv4', '240.0.0.0', 4],
  // Teredo and others; documentation; 6to4, which leads to any IPv4 address.
  ['ipv6', '2001::', 23],
  ['ipv6', '2001:db8::', 32],
  ['ipv6', '2002::', 16],
  ['ipv6', '3fff::', 20],
]

const closed = new BlockList()
for (const [family, net, bits] of special) closed.addSubnet(net, bits, family)

/** All addresses that IPv6 has given out. Loopback, private, link-local, mapped IPv4 and NAT64 lie elsewhere. */
const open6 = new BlockList()
open6.addSubnet('2000::', 3, 'ipv6')

/** Returns true if an IP address is on the open internet; false for any other text. */
export function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !closed.check(address, 'ipv4')
  if (family !== 6 || address.includes('%')) return false
  return open6.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}
