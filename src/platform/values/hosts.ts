/**
 * Returns a connection string for each host of one that names several, written as for libpq: a list in the address,
 * `postgresql://user:password@one:5432,two:5432/festival`, or in the parameters `host` and `port`.
 */
export function hostsOf(connectionString: string): string[] {
  const address = /^(\w+:\/\/(?:[^/?]*@)?)([^/?@]*,[^/?@]*)((?:[/?].*)?)$/s.exec(connectionString)
  if (!address) return inParameters(connectionString)
  const [, before = '', hosts = '', after = ''] = address
  return hosts.split(',').map((host) => before + host + after)
}

function inParameters(connectionString: string): string[] {
  const { searchParams } = URL.parse(connectionString) ?? {}
  const hosts = listIn(searchParams?.get('host'))
  const ports = listIn(searchParams?.get('port'))
  if (hosts.length < 2) return [connectionString]
  return hosts.map((host, nth) => {
    const url = new URL(connectionString)
    url.searchParams.set('host', host)
    // A single port is the port of all hosts.
    const port = ports[nth] ?? ports[0]
    if (port !== undefined) url.searchParams.set('port', port)
    return url.href
  })
}

const listIn = (text: string | null | undefined) => text?.split(',') ?? []
