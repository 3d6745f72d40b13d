/** A caller's quota of something, and the remaining part of it (docs/contract, section 1.9). */
export type RateLimit = {
  /** name of the limit, such as `sign-in` */
  name: string
  /** the maximum: in the window, or at a time where there is none */
  quota: number
  /** in seconds */
  window?: number
  remaining: number
  /** seconds until there is more quota */
  reset?: number
}

/** Returns the headers that describe a limit (draft-ietf-httpapi-ratelimit-headers). */
export function rateLimitHeaders({ name, quota, window, remaining, reset }: RateLimit) {
  const span = window === undefined ? ';qu="concurrent-requests"' : `;w=${window}`
  const later = reset === undefined ? '' : `;t=${reset}`
  return {
    'ratelimit-policy': `"${name}";q=${quota}${span}`,
    ratelimit: `"${name}";r=${remaining}${later}`,
  }
}
