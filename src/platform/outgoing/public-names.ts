import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'

type Options = {
  /** how long a name server has to answer the first time it is asked, ms */
  timeout?: number
  /** addresses of name servers with their ports; none: those of the system */
  servers?: string[]
}

const loopback: LookupAddress = { address: '127.0.0.1', family: 4 }
/** What a name server says where there is nothing under a name. */
const unknown = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

/**
 * Looks up names of the open internet, asking the name servers themselves. The system's own look-up takes a
 * thread for as long as it lasts, of the few in which the database, mail and the processor are looked up as
 * well: names that a slow server answers for would keep all of them waiting.
 *
 * Returns a function that throws ENOTFOUND for an unknown name, and EAI_AGAIN when no server answered.
 */
export function publicNames({ timeout = 2_000, servers }: Options = {}) {
  const resolver = new Resolver({ timeout, tries: 2 })
  if (servers) resolver.setServers(servers)
  return async (hostname: string): Promise<LookupAddress[]> => {
    // A name server need not know this one.
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
