/** How much of something a caller may do, and how much of it is left (docs/contract.md, section 1.9). */
export type RateLimit = {
  /** of the limit, such as `sign-in` */
  name: string
  /** how many there may be: in the window, or at a time where there is none */
  quota: number
  /** in seconds */
  window?: number
  remaining: number
  /** seconds until there are more */
  reset?: number
}

/** The headers that tell of a limit (draft-ietf-httpapi-ratelimit-headers). */
export function rateLimitHeaders({ name, quota, window, remaining, reset }: RateLimit) {
  const span = window === undefined ? ';qu="concurrent-requests"' : `;w=${window}`
  const later = reset === undefined ? '' : `;t=${reset}`
  return {
    'ratelimit-policy': `"${name}";q=${quota}${span}`,
    ratelimit: `"${name}";r=${remaining}${later}`,
  }
}
