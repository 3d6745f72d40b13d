import type { FieldFault } from '#platform/values/errors'
import { invalidField, invalidFields, inWords } from '#platform/values/errors'

/** The fields of a client that limit its use, and the places it is used from. */
export type Use = {
  kind: string
  scopes: string[]
  origins: string[]
  allow_without_origin: boolean
}

/**
 * Returns origins as browsers write them, each once: in lower case, without a slash at the end or a default port.
 * @throws Problem 400 for each text that is no origin, or that browsers reach without HTTPS on another machine
 */
export function normalizedOrigins(origins: string[]): string[] {
  const read = origins.map((text) => originOf(text))
  const faults = read.flatMap((origin, index): FieldFault[] => {
    const path = `origins[${index}]`
    const message = `${path} must be an origin such as https://shop.example, with https unless its host is localhost`
    return origin === undefined ? [{ path, code: 'rule', message }] : []
  })
  if (faults.length > 0) throw invalidFields(inWords(faults.map(({ message }) => message)), faults)
  return [...new Set(read)].filter((origin) => origin !== undefined)
}

/** Returns the origin; undefined for a text that is none, or has a path, a wildcard or credentials. */
function originOf(text: string): string | undefined {
  if (!/^https?:\/\/[^\s/?#@\\]+\/?$/i.test(text) || !URL.canParse(text)) return undefined
  const { protocol, hostname, origin } = new URL(text)
  // A URL may have stranger hosts than machine names.
  if (!/^(?:[a-z\d._-]+|\[[\da-f:]+\])$/.test(hostname)) return undefined
  return protocol === 'https:' || isThisMachine(hostname) ? origin : undefined
}

/** Browsers treat these hosts as safe without HTTPS, too. */
function isThisMachine(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}

/** @throws Problem 400 for a field that a client of this kind cannot have, or lacks */
export function requireFit({ kind, scopes, origins, allow_without_origin }: Use): void {
  if (kind === 'confidential') {
    if (origins.length > 0) throw invalidField('origins', 'are for a publishable client')
    if (allow_without_origin) {
      throw invalidField('allow_without_origin', 'is for a publishable client')
    }
    return
  }
  if (scopes.length > 0) throw invalidField('scopes', 'must be empty for a publishable client')
  if (origins.length === 0 && !allow_without_origin) {
    throw invalidField('origins', 'must name an origin, unless allow_without_origin is true')
  }
}

/** Returns true if a change takes away a place that a client may be used from. */
export function isNarrower(after: Use, before: Use): boolean {
  const lost = before.origins.some((origin) => !after.origins.includes(origin))
  return lost || (before.allow_without_origin && !after.allow_without_origin)
}
