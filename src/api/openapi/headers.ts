/** The headers of answers, as components of the description. */
const text = { type: 'string' } as const
const seconds = { type: 'integer', minimum: 0 } as const

export const headers = {
  ETag: {
    description: 'Sent back as If-None-Match: 304 while the answer is the same',
    schema: text,
    example: 'W/"1k2j3h4g"',
  },
  'Retry-After': { description: 'Seconds to wait', schema: seconds, example: 30 },
  'RateLimit-Policy': {
    description:
      'The limit that counts here (draft-ietf-httpapi-ratelimit-headers): its name, the quota `q` with its unit `qu`, and the window `w` in seconds',
    schema: text,
    example: '"sign-in";q=10;w=900',
  },
  RateLimit: {
    description: 'What is left of it: `r`, and the seconds `t` until there is more',
    schema: text,
    example: '"sign-in";r=0;t=30',
  },
  Deprecation: {
    description:
      'On the earlier form alone: since when it is deprecated, as `@` and Unix seconds (RFC 9745). It will stay',
    schema: text,
    example: '@1795478400',
  },
  Link: {
    description:
      'Of an array in parts: the address of the next part (`next`). Of the earlier form: where its successor (`successor-version`) and its description (`deprecation`) are',
    schema: text,
    example: '</clients?limit=100&after=WyJBIl0>; rel="next"',
  },
}
export type HeaderName = keyof typeof headers
