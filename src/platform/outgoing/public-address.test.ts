import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPublic } from './public-address.ts'

const open = [
  ['9.9.9.9', 'a server'],
  ['172.15.255.255', 'just below a private network'],
  ['172.32.0.0', 'just above it'],
  ['100.63.255.255', 'just below carrier-grade NAT'],
  ['100.128.0.0', 'just above it'],
  ['223.255.255.255', 'just below multicast'],
  ['2606:4700::1111', 'a server'],
  ['2a00:1450:4001:81b::200e', 'another'],
] as const

const closed = [
  ['0.0.0.0', 'this host'],
  ['0.1.2.3', 'this network'],
  ['10.1.2.3', 'private'],
  ['100.64.0.1', 'carrier-grade NAT'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['169.254.169.254', 'link-local, where clouds keep credentials'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.0.0.8', 'of protocols'],
  ['192.0.2.1', 'documentation'],
  ['192.168.1.1', 'private'],
  ['198.18.0.1', 'benchmarks'],
  ['198.51.100.1', 'documentation'],
  ['203.0.113.1', 'documentation'],
  ['224.0.0.1', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['::127.0.0.1', 'IPv4-compatible'],
  ['::ffff:127.0.0.1', 'mapped loopback'],
  ['::ffff:9.9.9.9', 'mapped, though public'],
  ['::ffff:a00:1', 'mapped private'],
  ['64:ff9b::7f00:1', 'NAT64'],
  ['64:ff9b:1::a00:1', 'NAT64 of a local network'],
  ['100::1', 'discarded'],
  ['2001::1', 'Teredo'],
  ['2001:db8::1', 'documentation'],
  ['2002:7f00:1::', '6to4 to loopback'],
  ['3fff::1', 'documentation'],
  ['fc00::1', 'unique local'],
  ['fd12:3456::1', 'unique local'],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'link-local, with its interface'],
  ['2606:4700::1111%eth0', 'with an interface'],
  ['fec0::1', 'site-local'],
  ['ff02::1', 'multicast'],
  ['localhost', 'a name'],
  ['', 'nothing'],
  ['127.1', 'half an address'],
] as const

for (const [address, what] of open) {
  test(`${address} is a public address: ${what}`, () => assert.equal(isPublic(address), true))
}

for (const [address, what] of closed) {
  test(`${address || 'no address'} is not a public address: ${what}`, () =>
    assert.equal(isPublic(address), false))
}
