import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'

type Options = {
  /** time within which a name server must answer its first query, ms */
  timeout?: number
  /** addresses of name servers with their ports; none: the ones of the system */
  servers?: string[]
}

const loopback: LookupAddress = { address: '127.0.0.1', family: 4 }
/** Error codes of a name server for a name without addresses. */
const unknown = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

/**
 * Looks up names of the open internet by queries to the name servers themselves. The system's own look-up takes a
 * thread for as long as it lasts, one of the few in which the database, mail and the processor are looked up as well:
 * names of a slow server would block all of them.
 *
 * Returns a function that throws ENOTFOUND for an unknown name, and EAI_AGAIN when no server answered.
 */
export function publicNames({ timeout = 2_000, servers }: Options = {}) {
  const resolver = new Resolver({ timeout, tries: 2 })
  if (servers) resolver.setServers(servers)
  return async (hostname: string): Promise<LookupAddress[]> => {
    // A name server may not know this name.
    if (/(^|\.)localhost\.?$/.test(hostname)) return [loopback]
    const answers = await Promise.allSettled([
      resolver.resolve4(hostname).then((all) => all.map((address) => ({ address, family: 4 }))),
      resolver.resolve6(hostname).then((all) => all.map((address) => ({ address, family: 6 }))),
    ])
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (found.length > 0) return found
    const isUnknown = answers.every(
      (answer) => 'reason' in answer && unknown.has(answer.reason.code),
    )
    const code = isUnknown ? 'ENOTFOUND' : 'EAI_AGAIN'
    throw Object.assign(new Error(`${hostname}: ${code}`), { code })
  }
}
