/** Parsers of environment variables. Each throws `BadSetting` with its rule. */
import { isIP } from 'node:net'
import { withAsciiDomain } from '#platform/values/email'
import { hostsOf } from '#platform/values/hosts'
import { toCents } from '#platform/values/money'

/** A variable: its parser, its default, and its effect. */
export type Setting<T> = {
  parse: (text: string) => T
  absent: string | undefined
  effect: string
  /** never shown by any command */
  isSecret?: boolean
}

export class BadSetting extends Error {}

export function setting<T>(parse: (text: string) => T, absent: string, effect: string): Setting<T> {
  return { parse, absent, effect }
}

export function optional<T>(parse: (text: string) => T, effect: string): Setting<T | undefined> {
  return { parse, absent: undefined, effect }
}

export function hidden<S extends Setting<unknown>>(given: S): S {
  return { ...given, isSecret: true }
}

export const text = (value: string) => value

export function integer(minimum: number, maximum: number) {
  return (value: string) => {
    const number = Number(value)
    if (/^\d{1,9}$/.test(value) && number >= minimum && number <= maximum) return number
    throw new BadSetting(`must be a whole number from ${minimum} to ${maximum}`)
  }
}

export function oneOf<const T extends string>(...values: T[]) {
  return (value: string) => {
    const known = values.find((candidate) => candidate === value)
    if (known !== undefined) return known
    throw new BadSetting(`must be one of ${values.join(', ')}`)
  }
}

export function flag(value: string) {
  if (value === 'true' || value === '1') return true
  if (value === 'false' || value === '0') return false
  throw new BadSetting('must be true or false')
}

export function url(...protocols: string[]) {
  return (value: string) => {
    if (protocols.includes(URL.parse(value)?.protocol ?? '')) return value.replace(/\/$/, '')
    throw new BadSetting(
      `must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    )
  }
}

/** Parses the origin of an http or https URL as browsers write it: lower case, the host in ASCII, no default port. */
export function origin(value: string) {
  const { origin, pathname, search, hash, username } = new URL(url('http:', 'https:')(value))
  if (pathname === '/' && search + hash + username === '') return origin
  throw new BadSetting('must be scheme, host and port alone, such as https://tickets.example')
}

/** Parses a sender, as `tickets@festival.example` or `Festival <tickets@festival.example>`: its domain in ASCII. */
export function sender(value: string) {
  const [, before = '', address = '', after = ''] =
    /^(.*?)([^\s<>]+@[^\s<>]+)(>?\s*)$/s.exec(value) ?? []
  if (address === '') throw new BadSetting('must be an e-mail address, or a name and <address>')
  return before + withAsciiDomain(address) + after
}

/** Parses the URL of a PostgreSQL, with one host or several. */
export function database(value: string) {
  const one = url('postgres:', 'postgresql:')
  const hosts = hostsOf(value)
  if (hosts.length === 1) return one(value)
  if (hosts.every(namesHost)) {
    for (const host of hosts) one(host)
    return value.replace(/\/$/, '')
  }
  throw new BadSetting(
    'must name each of its hosts, as in postgresql://user:password@one:5432,two:5432/festival',
  )
}

const namesHost = (value: string) => {
  const { hostname = '', searchParams } = URL.parse(value) ?? {}
  return hostname !== '' || Boolean(searchParams?.get('host'))
}

/** Parses values separated by commas; none if empty. */
export function list<T>(parse: (text: string) => T) {
  return (value: string) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map(parse)
}

/** Parses the number of proxies, or their addresses and networks, as in `10.0.0.0/8,192.168.1.5,::1`. */
export function proxies(value: string): number | string[] {
  if (/^\d+$/.test(value)) return integer(0, 10)(value)
  const networks = list(text)(value)
  if (networks.length > 0 && networks.every(isNetwork)) return networks
  throw new BadSetting(
    'must be addresses and networks, such as 10.0.0.0/8,192.168.1.5,::1, or a whole number from 0 to 10',
  )
}

function isNetwork(value: string): boolean {
  const [, address = '', bits] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(value) ?? []
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  // A network of all addresses would trust everyone.
  return bits === undefined ? most > 0 : Number(bits) > 0 && Number(bits) <= most
}

export function email(value: string) {
  if (/^[^\s@]+@[^\s@]+$/.test(value)) return value
  throw new BadSetting('must be an e-mail address')
}

export function password(value: string) {
  if (value.length >= 8 && value.length <= 200) return value
  throw new BadSetting('must have 8 to 200 characters')
}

export function secret(value: string) {
  if (value.length >= 16) return value
  throw new BadSetting('must have at least 16 characters')
}

export function longSecret(value: string) {
  if (value.length >= 32) return value
  throw new BadSetting('must have at least 32 characters')
}

export function startingWith(...prefixes: string[]) {
  return (value: string) => {
    if (value.length >= 12 && prefixes.some((prefix) => value.startsWith(prefix))) return value
    throw new BadSetting(`must be a key that starts with ${prefixes.join(' or ')}`)
  }
}

/** Converts EUR with at most two decimals to whole cents. */
export function cents(value: string) {
  if (/^\d{1,7}(\.\d{1,2})?$/.test(value)) return toCents(Number(value))
  throw new BadSetting('must be EUR with at most two decimals, such as 500 or 99.50')
}

/** Parses a number from 0 to 1. */
export function share(value: string) {
  if (/^(0?\.\d{1,9}|[01](\.0{1,9})?)$/.test(value)) return Number(value)
  throw new BadSetting('must be a number from 0 to 1')
}

/** Parses `name=value,name=value`, with values as in addresses. */
export function pairs(value: string): Record<string, string> {
  const found = value.split(',').map((pair): [string, string] => {
    const [, name = '', text = ''] = /^\s*([\w-]+)=(.+?)\s*$/.exec(pair) ?? []
    if (name !== '' && /^(%[\da-f]{2}|[^%])*$/i.test(text)) return [name, decodeURIComponent(text)]
    throw new BadSetting('must be like name=value,name=value')
  })
  return Object.fromEntries(found)
}

/** Parses `name=host:port,name=host`, the addresses of printers. The port is 9100 if it is absent. */
export function printers(value: string): Map<string, { host: string; port: number }> {
  const bad = new BadSetting('must be like name=host:port,name=host, with each name once')
  const found = list((part): [string, { host: string; port: number }] => {
    const [, name = '', host = '', port = '9100'] =
      /^([\w -]{1,40})=([\w.-]+|\[[\da-f:]+\])(?::(\d{1,5}))?$/i.exec(part) ?? []
    if (name === '' || Number(port) < 1 || Number(port) > 65_535) throw bad
    return [name, { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }]
  })(value)
  const byName = new Map(found)
  if (byName.size < found.length) throw bad
  return byName
}

/** Parses `name=number,name=number`, such as `delay=2000,lose_answers=0.1`. `limits` holds the maximum of each. */
export function numbers<Name extends string>(limits: Record<Name, number>, example: string) {
  const isName = (name: string): name is Name => Object.hasOwn(limits, name)
  return (value: string): Partial<Record<Name, number>> => {
    const given: Partial<Record<Name, number>> = {}
    for (const pair of value.split(',')) {
      const [, name = '', number = ''] = /^(\w+)=(\d{1,9}(?:\.\d{1,9})?)$/.exec(pair) ?? []
      if (!isName(name) || given[name] !== undefined) {
        const names = Object.keys(limits).join(', ')
        throw new BadSetting(`must be like ${example}; there are ${names}`)
      }
      if (Number(number) > limits[name]) {
        throw new BadSetting(`must have ${name} from 0 to ${limits[name]}`)
      }
      given[name] = Number(number)
    }
    return given
  }
}
